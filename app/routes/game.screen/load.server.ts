import { config } from '#app/config.server.ts'
import type { League } from '#app/game/league.ts'
import type { GameContext } from '#app/server/game-context.server.ts'
import { findLeagueScreen } from '#db/leagues/league-screens.server.ts'
import type { Db } from '#db/schema.server.ts'

export type ScreenSettings = Awaited<ReturnType<typeof loadScreenSettings>>

/** The page of a league's screen: the link itself is for the owner only, that there is one for every member (D39). */
export async function loadScreenSettings(db: Db, { visitor, lamps, print }: GameContext, league: League) {
  const { id, leagueName, ownerId } = league
  const screen = await findLeagueScreen(db, id)
  const isOwner = ownerId === visitor.managerId
  return {
    leagueId: id,
    leagueName,
    isOwner,
    countries: lamps,
    screen: screen
      ? {
          url: isOwner ? `${config.origin}/screen/${screen.secret}` : null,
          showsInvite: screen.showsInvite,
          made: print(screen.madeAt),
        }
      : null,
  }
}

import { type League, screenMade, screenRemoved } from '#app/game/league.ts'
import {
  deleteLeagueScreen,
  findLeagueOfScreen,
  replaceLeagueScreen,
  updateLeagueScreen,
} from '#db/leagues/league-screens.server.ts'
import type { Db } from '#db/schema.server.ts'
import { type LeagueActor, type LeagueChangeResult, logEvent, runAsOwner } from './manage-league.server.ts'

/** Makes the link of the league's screen (D39), and logs it; an earlier one ends at once. `newSecret`: at least 128 random bits. */
export async function makeScreen(
  db: Db,
  { newSecret, ...actor }: LeagueActor & { newSecret: () => string },
): Promise<LeagueChangeResult> {
  return runAsOwner(db, actor, async (context) => {
    const { tx, league, now } = context
    await replaceLeagueScreen(tx, { leagueId: league.id, secret: newSecret(), now })
    return logEvent(context, { kind: 'link-renewed', detail: screenMade })
  })
}

/** Takes the link of the league's screen back, and logs it where there was one. */
export async function removeScreen(db: Db, actor: LeagueActor): Promise<LeagueChangeResult> {
  return runAsOwner(db, actor, async (context) => {
    const { tx, league } = context
    if (!(await deleteLeagueScreen(tx, league.id))) return { ok: true }
    return logEvent(context, { kind: 'link-renewed', detail: screenRemoved })
  })
}

/** Says whether the screen shows the invite, which lets everybody in the room join. */
export async function changeScreen(
  db: Db,
  { showsInvite, ...actor }: LeagueActor & { showsInvite: boolean },
): Promise<LeagueChangeResult> {
  return runAsOwner(db, actor, async ({ tx, league }) => {
    await updateLeagueScreen(tx, league.id, showsInvite)
    return { ok: true }
  })
}

/** A secret as `makeScreen` stores it: nothing else is looked up. */
const secretPattern = /^[\w-]{22}$/

/** The league of a screen's link; undefined for a link that was never made, was taken back or ended with its league. */
export async function findScreen(
  db: Db,
  secret: string,
): Promise<{ league: League; showsInvite: boolean } | undefined> {
  return secretPattern.test(secret) ? findLeagueOfScreen(db, secret) : undefined
}

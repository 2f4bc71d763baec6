import { isRoundHidden } from '#app/game/results-choice.ts'
import { findLastRound } from '#app/game/season/round.ts'
import { findEntryInShow } from '#app/game/season/show-state.ts'
import { type TeamLamps, toTeamLamps } from '#app/game/season/team-lamps.ts'
import { scoreboards } from '#app/server/active-season.server.ts'
import type { GameContext } from '#app/server/game-context.server.ts'
import { findShowFacts } from '#app/services/seasons/show-facts.server.ts'
import type { Db } from '#db/schema.server.ts'

/**
 * The lamps of any team in the show that is on the air or was the last one, read from memory: from its deadline on (D36). None
 * before, while its line-ups are being stored, and for whoever hides that show or one before it (D38).
 */
export async function readTeamLamps(
  db: Db,
  game: GameContext,
): Promise<(teamId: number) => TeamLamps | null> {
  const { contest, now } = game
  const round = findLastRound(contest.rounds, now)
  const lineups = round && !isRoundHidden(game, round) ? await scoreboards.readLineups(contest, round) : null
  if (!round || !lineups) return () => null
  const facts = await findShowFacts(db, game)
  const shows = new Map(contest.entries.map((entry) => [entry.id, findEntryInShow(facts, entry, round)]))
  return (teamId) =>
    toTeamLamps(
      lineups.of(teamId).flatMap((id) => shows.get(id) ?? []),
      round,
      now,
    )
}

import type { Visitor } from '#app/auth/permissions.ts'
import type { Publication } from '#app/game/scoring/publication.ts'
import type { Round } from '#app/game/season/contest.ts'
import { nameRound } from '#app/game/season/round-name.ts'
import { formatTimeOfDay } from '#app/game/time/instant.ts'
import { scoreboards } from './active-season.server.ts'
import type { GameContext } from './game-context.server.ts'

/** What ranks are compared with: what was shown before the last press while points are live, else the round before (D5). */
export async function readRanksBefore(game: GameContext<Visitor | null>) {
  const { contest, results, live, hidden } = game
  // Not while results are hidden: the press before may be of a hidden round.
  const before = live && results && !hidden ? await scoreboards.readBefore(contest, results) : null
  const rounds = results?.publication.roundNumbers.slice(0, -1) ?? []
  const compared = before?.results.publication ?? { kind: 'official', publishedAt: 0, roundNumbers: rounds }
  return { before, since: describeSince(compared, { ...game, rounds: contest.rounds }) }
}

/** A row with its rank in the table that it is compared with; without one, in that of the round before, which it has. */
export function withRankBefore<Row extends { teamId: number; previousRank: number | null }>(
  row: Row,
  before: { findStanding: (teamId: number) => { rank: number } | undefined } | null | undefined,
): Row {
  return before ? { ...row, previousRank: before.findStanding(row.teamId)?.rank ?? null } : row
}

/** 'since 22:05', or 'since the first semi-final' for official results; empty where there are none. */
export function describeSince(
  { kind, publishedAt, roundNumbers }: Pick<Publication, 'kind' | 'publishedAt' | 'roundNumbers'>,
  { rounds, timeZone }: { rounds: readonly Round[]; timeZone: string },
): string {
  if (kind === 'live') return `since ${formatTimeOfDay(publishedAt, timeZone).text}`
  const last = rounds.find((round) => round.roundNumber === roundNumbers.at(-1))
  return last ? `since the ${nameRound(last.title)}` : ''
}

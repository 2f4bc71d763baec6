import { type FinalVote, findFinalVote, findJuries } from '#app/game/scoring/final-vote.ts'
import { computeJuryTotal, computeVoteTotal } from '#app/game/scoring/vote-total.ts'
import type { Contest, Round } from '#app/game/season/contest.ts'
import { isInShow, type ShowFacts } from '#app/game/season/show-state.ts'
import type { Db } from '#db/schema.server.ts'
import { listLivePoints } from '#db/scoreboard/final-vote.server.ts'
import type { Results } from './results.server.ts'

interface FinalVoteParams {
  contest: Contest
  /** What is shown. */
  results: Results | null
  round: Round
  facts: ShowFacts
}

const known = new WeakMap<Results['season'], Promise<FinalVote | null>>()

/**
 * How far the vote of a final is while its points are live; null before the juries' points are complete: a live publication
 * whose points are all that the juries give together. It is read once for a publication.
 */
export async function readFinalVote(db: Db, params: FinalVoteParams): Promise<FinalVote | null> {
  const { results, round } = params
  const isShown = results?.season.points.some((each) => each.roundNumber === round.roundNumber)
  if (round.kind !== 'final' || results?.publication.kind !== 'live' || !isShown) return null
  const cached = known.get(results.season)
  if (cached) return cached
  const reading = loadFinalVote(db, params, results.publication.id)
  known.set(results.season, reading)
  reading.catch(() => known.delete(results.season))
  return reading
}

async function loadFinalVote(db: Db, params: FinalVoteParams, publicationId: number) {
  const { contest, round, facts } = params
  const count = contest.entries.length
  const presses = await listLivePoints(db, { publicationId, roundNumber: round.roundNumber })
  const juries = findJuries(presses, computeJuryTotal(count))
  const now = presses.at(-1)
  if (!juries || !now) return null
  const singers = contest.entries.filter((entry) => isInShow(facts, entry, round)).map(({ id }) => id)
  return findFinalVote({ juries, now, singers, total: computeVoteTotal(count) })
}

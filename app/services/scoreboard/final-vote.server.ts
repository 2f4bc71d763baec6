import { type FinalVote, findFinalVote } from '#app/game/scoring/final-vote.ts'
import { computeJuryTotal } from '#app/game/scoring/vote-total.ts'
import type { Contest, Round } from '#app/game/season/contest.ts'
import { isInShow, type ShowFacts } from '#app/game/season/show-state.ts'
import type { Db } from '#db/schema.server.ts'
import { findLivePublicationOfSum } from '#db/scoreboard/final-vote.server.ts'
import { listPublishedPoints } from '#db/scoreboard/publications.server.ts'
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
 * How far the vote of a final is while its points are live; null before the juries' points are complete: the live publication
 * whose points are all that the juries give together. It is read once for a publication.
 */
export async function readFinalVote(db: Db, params: FinalVoteParams): Promise<FinalVote | null> {
  const { results, round } = params
  const now = results?.season.points.find((each) => each.roundNumber === round.roundNumber)
  if (round.kind !== 'final' || results?.publication.kind !== 'live' || !now) return null
  const cached = known.get(results.season)
  if (cached) return cached
  const { contest, facts } = params
  const reading = loadJuries(db, contest, { round, publicationId: results.publication.id }).then((juries) => {
    const singers = contest.entries.filter((entry) => isInShow(facts, entry, round)).map(({ id }) => id)
    return juries && findFinalVote({ juries, now: now.scores, singers })
  })
  known.set(results.season, reading)
  reading.catch(() => known.delete(results.season))
  return reading
}

async function loadJuries(
  db: Db,
  { entries }: Contest,
  { round: { roundNumber }, publicationId }: { round: Round; publicationId: number },
) {
  const sum = computeJuryTotal(entries.length)
  const ofJuries = await findLivePublicationOfSum(db, { publicationId, roundNumber, sum })
  if (ofJuries === null) return null
  const rounds = await listPublishedPoints(db, ofJuries)
  return rounds.find((round) => round.roundNumber === roundNumber)?.scores ?? null
}

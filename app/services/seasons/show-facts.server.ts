import type { RoundPoints } from '#app/game/scoring/publication.ts'
import type { Contest, FinalOrder } from '#app/game/season/contest.ts'
import { isFinalOrderPublic, type ShowFacts } from '#app/game/season/show-state.ts'
import type { Results } from '#app/services/scoreboard/results.server.ts'
import type { Db } from '#db/schema.server.ts'
import { listPublishedPoints } from '#db/scoreboard/publications.server.ts'
import { listFinalOrder } from '#db/seasons/entries.server.ts'

const notDrawn: FinalOrder = new Map()

interface ShownSeason {
  contest: Contest
  official: Results | null
  /** What is shown: live results, or the official ones. */
  results: Results | null
}

/** What is known about a season's shows from the results of this request. */
export async function findShowFacts(db: Db, { contest, official, results }: ShownSeason): Promise<ShowFacts> {
  const facts = await addFinalOrder(db, contest, official?.season.points ?? [])
  return { ...facts, live: results?.season.points ?? [] }
}

/**
 * The same from the stored publication in force, for pages that show no ranks, as far as the visitor has revealed its
 * rounds (D38).
 */
export async function findOfficialShowFacts(
  db: Db,
  contest: Contest,
  revealedRound: number,
): Promise<ShowFacts> {
  const { publicationId } = contest
  const official = publicationId === null ? [] : await listPublishedPoints(db, publicationId)
  const revealed = official.filter((round) => round.roundNumber <= revealedRound)
  return addFinalOrder(db, contest, revealed)
}

/** The final's running order is not even read before it may be told. */
async function addFinalOrder(
  db: Db,
  { id, rounds }: Contest,
  official: readonly RoundPoints[],
): Promise<ShowFacts> {
  const isPublic = isFinalOrderPublic({ rounds, official })
  return { rounds, official, finalOrder: isPublic ? await listFinalOrder(db, id) : notDrawn }
}

import type { Contest, FinalOrder } from '#app/game/season/contest.ts'
import { isFinalOrderPublic, type ShowFacts } from '#app/game/season/show-state.ts'
import type { Results } from '#app/services/scoreboard/results.server.ts'
import type { Db } from '#db/schema.server.ts'
import { listFinalOrder } from '#db/seasons/entries.server.ts'

const notDrawn: FinalOrder = new Map()

/** What is known about a season's shows. The final's running order is not even read before it may be told. */
export async function findShowFacts(
  db: Db,
  { contest, results }: { contest: Contest; results: Results | null },
): Promise<ShowFacts> {
  const { id, rounds } = contest
  const official = results?.season.points ?? []
  const isPublic = isFinalOrderPublic({ rounds, official })
  return { rounds, official, finalOrder: isPublic ? await listFinalOrder(db, id) : notDrawn }
}

import { listAbsent, orderAutomatically } from '#app/game/automatic-lineup.ts'
import type { Round } from '#app/game/contest.ts'
import { isOpen } from '#app/game/round.ts'
import type { Clock } from '#db/clock.server.ts'
import { listEntries } from '#db/entries.server.ts'
import { listAutomaticRows, updateAutomaticLineup } from '#db/lineup-columns.server.ts'
import { findPublicationInForce, listPublishedPoints } from '#db/publications.server.ts'
import { listRounds, updateSettled } from '#db/rounds.server.ts'
import type { Db } from '#db/schema.server.ts'

/** So many line-ups are stored under one write lock: some milliseconds. */
const batchSize = 1_000
/** Between two batches others write, this process and the next, in ms. */
const restMs = 5

/**
 * Stores the automatic line-ups of all rounds that are closed, for good (D8). Its write transactions begin after the
 * deadline: a save that was judged in time has committed before the first of them, and none comes after. It can be cut
 * off and begun again anywhere, and two processes may do it at once: the outcome depends on nothing that changes.
 */
export async function settleRounds(
  db: Db,
  { gameId, clock }: { gameId: number; clock: Clock },
): Promise<void> {
  const rounds = await listRounds(db, gameId)
  for (const round of rounds) {
    if (round.settledAt === null && !isOpen(round, await clock(db)))
      await settleRound(db, { gameId, round, clock })
  }
}

async function settleRound(
  db: Db,
  { gameId, round, clock }: { gameId: number; round: Round; clock: Clock },
): Promise<void> {
  const { roundNumber } = round
  const inForce = await findPublicationInForce(db, gameId)
  const official = inForce ? await listPublishedPoints(db, inForce.id) : []
  const season = { rounds: await listRounds(db, gameId), entries: await listEntries(db, gameId) }
  const absent = listAbsent(season, round, official)
  for (let after: number | null = 0; after !== null; ) {
    after = await settleBatch(db, { gameId, roundNumber, absent, after })
    await new Promise((resolve) => setTimeout(resolve, restMs))
  }
  await db.transaction().execute(async (tx) => {
    const now = await clock(tx)
    if (!isOpen(round, now)) await updateSettled(tx, { gameId, roundNumber, now })
  })
}

interface Batch {
  gameId: number
  roundNumber: number
  absent: ReadonlySet<number>
  after: number
}

/** The team that the next batch comes after; null when this was the last one. */
async function settleBatch(db: Db, { gameId, roundNumber, absent, after }: Batch): Promise<number | null> {
  return db.transaction().execute(async (tx) => {
    const rows = await listAutomaticRows(tx, { gameId, roundNumber, after, limit: batchSize })
    for (const { teamId, entryIds, teamEntryIds } of rows) {
      const order = orderAutomatically(teamEntryIds, absent)
      if (order.join() !== entryIds.join())
        await updateAutomaticLineup(tx, { teamId, roundNumber, entryIds: order })
    }
    return rows.length < batchSize ? null : (rows.at(-1)?.teamId ?? null)
  })
}

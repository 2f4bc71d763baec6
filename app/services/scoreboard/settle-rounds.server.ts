import { buildAutomaticOrder, listAbsentEntries } from '#app/game/lineup/automatic-lineup.ts'
import type { Round } from '#app/game/season/contest.ts'
import { isOpen } from '#app/game/season/round.ts'
import { type Clock, systemClock } from '#db/clock.server.ts'
import type { Db } from '#db/schema.server.ts'
import { findPublicationInForce, listPublishedPoints } from '#db/scoreboard/publications.server.ts'
import { listEntries } from '#db/seasons/entries.server.ts'
import { listRounds, updateRoundSettled } from '#db/seasons/rounds.server.ts'
import {
  type AutomaticRow,
  listAutomaticRows,
  updateAutomaticLineups,
} from '#db/teams/lineup-columns.server.ts'

/** So many line-ups are stored under one write lock: some milliseconds. */
const batchSize = 500
/** Between two batches others write, this process and the next, in ms. */
const batchPauseMs = 5

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
  const whileClosed = (work: (tx: Db) => Promise<void>) => runWhileClosed(db, { round, clock, work: work })
  if (!(await whileClosed(async () => {}))) return
  const inForce = await findPublicationInForce(db, gameId)
  const official = inForce ? await listPublishedPoints(db, inForce.id) : []
  const season = { rounds: await listRounds(db, gameId), entries: await listEntries(db, gameId) }
  const absent = listAbsentEntries(season, round, official)
  for await (const rows of listAutomaticRows(db, { gameId, roundNumber })) {
    const orders = listReordered(rows, absent)
    for (let at = 0; at < orders.length; at += batchSize) {
      const batch = { roundNumber, orders: orders.slice(at, at + batchSize) }
      if (!(await whileClosed((tx) => updateAutomaticLineups(tx, batch)))) return
      await new Promise((resolve) => setTimeout(resolve, batchPauseMs))
    }
  }
  await whileClosed(async (tx) => updateRoundSettled(tx, { gameId, roundNumber, now: await systemClock(tx) }))
}

interface WhileClosedParams {
  round: Round
  clock: Clock
  work: (tx: Db) => Promise<void>
}

/** One write transaction; false, and nothing done, when the clock was set back before the deadline. */
async function runWhileClosed(db: Db, { round, clock, work }: WhileClosedParams): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    if (isOpen(round, await clock(tx))) return false
    await work(tx)
    return true
  })
}

/** The line-ups that are not stored as they are derived, with the order they are to have. */
function listReordered(rows: readonly AutomaticRow[], absent: ReadonlySet<number>) {
  return rows.flatMap(({ teamId, entryIds, teamEntryIds }) => {
    const order = buildAutomaticOrder(teamEntryIds, absent)
    return order.every((id, place) => id === entryIds[place]) ? [] : [{ teamId, entryIds: order }]
  })
}

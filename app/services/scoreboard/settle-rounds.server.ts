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
import { bumpVersion } from '#db/versions.server.ts'

/** How many line-ups one transaction stores: it holds the write lock for some milliseconds. */
const batchSize = 500
/** Pause between two batches, in ms, so that other transactions of any process can write. */
const batchPauseMs = 5

/**
 * Stores the automatic line-ups of all closed rounds permanently (D8). Its write transactions begin after the
 * deadline: a save accepted in time has committed before the first of them, and no later save is accepted. It can be
 * interrupted and restarted anywhere, and two processes may run it at once: its result depends only on data that no
 * longer changes.
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
  const whileClosed = (work: (tx: Db) => Promise<void>) => runWhileClosed(db, { round, clock, work })
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
  await whileClosed(async (tx) => {
    await updateRoundSettled(tx, { gameId, roundNumber, now: await systemClock(tx) })
    await bumpVersion(tx, 'game')
  })
}

interface WhileClosedParams {
  round: Round
  clock: Clock
  work: (tx: Db) => Promise<void>
}

/** Runs one write transaction; false, without any change, when the clock was set back before the deadline. */
async function runWhileClosed(db: Db, { round, clock, work }: WhileClosedParams): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    if (isOpen(round, await clock(tx))) return false
    await work(tx)
    return true
  })
}

/** The line-ups whose stored order differs from the derived one, with the derived order. */
function listReordered(rows: readonly AutomaticRow[], absent: ReadonlySet<number>) {
  return rows.flatMap(({ teamId, entryIds, teamEntryIds }) => {
    const order = buildAutomaticOrder(teamEntryIds, absent)
    return order.every((id, position) => id === entryIds[position]) ? [] : [{ teamId, entryIds: order }]
  })
}

import { sql } from 'kysely'
import { runComputation } from '#app/services/compute.server.ts'
import { requestCompute } from '#app/services/scoring.server.ts'
import { systemClock } from '#db/clock.server.ts'
import { tuneForComputing } from '#db/computing.server.ts'
import { openDatabase } from '#db/open.server.ts'
import type { Db } from '#db/schema.server.ts'
import { compareNewest, rankByHand } from './raw.ts'

/** What both took in each round that counts, ms, and how their rows differ: not at all. */
export interface Rounds {
  product: number[]
  raw: number[]
  differences: string[]
}

/** Until a computation has two generations before it, it finds none to delete, and has less to do. */
const roundsBefore = 2

/**
 * The product and plain SQL compute the same season in turns, each on a file of its own that began alike, with nobody
 * else there. What counts begins where both delete an old generation, as every computation of a season does but two.
 */
export async function fightRaw(
  file: string,
  rawFile: string,
  { gameId, rounds }: { gameId: number; rounds: number },
): Promise<Rounds> {
  const [product, raw]: [number[], number[]] = [[], []]
  for (let round = 0; round < roundsBefore + rounds; round += 1) {
    const took = { product: await computeAlone(file, gameId), raw: rankByHand(rawFile, gameId) }
    if (round < roundsBefore) continue
    product.push(took.product)
    raw.push(took.raw)
  }
  return { product, raw, differences: compareNewest(file, rawFile) }
}

async function computeAlone(file: string, gameId: number): Promise<number> {
  const db = openDatabase(file)
  try {
    await tuneForComputing(db)
    const id = await askForCompute(db, gameId)
    const began = performance.now()
    const computed = await runComputation(db, { id, clock: systemClock })
    if (!computed.ok) throw new Error(`The season could not be computed: ${computed.problem}`)
    return performance.now() - began
  } finally {
    await sql`pragma wal_checkpoint(truncate)`.execute(db)
    await db.destroy()
  }
}

async function askForCompute(db: Db, gameId: number): Promise<number> {
  const asked = await requestCompute(db, { gameId, roundNumber: 1, clock: systemClock })
  if (!asked.ok) throw new Error(asked.problem)
  return asked.computationId
}

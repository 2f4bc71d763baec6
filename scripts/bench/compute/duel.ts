import { sql } from 'kysely'
import { runComputation } from '#app/services/compute.server.ts'
import { requestCompute } from '#app/services/scoring.server.ts'
import { systemClock } from '#db/clock.server.ts'
import { tuneForComputing } from '#db/computing.server.ts'
import { openDatabase } from '#db/open.server.ts'
import type { Db } from '#db/schema.server.ts'
import { compareNewest, rankByHand } from './raw.ts'

/** What both took in each round, ms, and how their rows differ: not at all. */
export interface Rounds {
  product: number[]
  raw: number[]
  differences: string[]
}

/**
 * The product and plain SQL compute the same season in turns, each on a file of its own that began alike, with nobody
 * else there. From the third round on both delete an old generation.
 */
export async function fightRaw(
  file: string,
  rawFile: string,
  { gameId, rounds }: { gameId: number; rounds: number },
): Promise<Rounds> {
  const [product, raw]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    product.push(await computeAlone(file, gameId))
    raw.push(rankByHand(rawFile, gameId))
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

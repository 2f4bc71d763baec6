import { sql } from 'kysely'
import { type Basis, previousRoundOf } from './computing.server.ts'
import type { Db } from './schema.server.ts'

/** Opens a new generation for a run; no reader sees it before it is published. Returns its number. */
export async function insertGeneration(db: Db, basis: Basis, now: number): Promise<number> {
  const { id } = await db
    .insertInto('generations')
    .values({
      game_id: basis.gameId,
      created_at: now,
      last_team_id: basis.lastTeamId,
      ranked_teams: 0,
      computed_rounds: basis.rounds.length,
      previous_round: previousRoundOf(basis.rounds),
      published_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Makes a generation the one in force; null means that nothing is computed. Rounds computed for the first time
 * get their instant (epoch ms). Belongs in the last transaction of a run.
 */
export async function publishGeneration(
  tx: Db,
  {
    basis,
    generation,
    now,
  }: { basis: Basis; generation: { id: number; rankedTeams: number } | null; now: number },
): Promise<void> {
  await tx
    .updateTable('games')
    .set({ published_generation: generation?.id ?? null })
    .where('id', '=', basis.gameId)
    .execute()
  if (!generation) return
  await tx
    .updateTable('generations')
    .set({ published_at: now, ranked_teams: generation.rankedTeams })
    .where('id', '=', generation.id)
    .execute()
  await tx
    .updateTable('rounds')
    .set({ computed_at: now })
    .where('game_id', '=', basis.gameId)
    .where('round_number', 'in', basis.rounds)
    .where('computed_at', 'is', null)
    .execute()
}

/**
 * Generations nobody needs: all but the published one and the one before it, which a request that began
 * before the last flip may still be reading. What failed runs left behind is among them.
 */
export async function listOldGenerations(db: Db, gameId: number): Promise<number[]> {
  const kept = await db
    .selectFrom('generations')
    .select('id')
    .where('game_id', '=', gameId)
    .where('published_at', 'is not', null)
    .orderBy('id', 'desc')
    .limit(2)
    .execute()
  const old = db.selectFrom('generations').select('id').where('game_id', '=', gameId)
  const ids = kept.map((row) => row.id)
  const rows = await (ids.length > 0 ? old.where('id', 'not in', ids) : old).execute()
  return rows.map((row) => row.id)
}

const parts = [
  { table: 'round_results', key: ['round_number', 'team_id'] },
  { table: 'standings', key: ['position'] },
  { table: 'team_places', key: ['team_id'] },
  { table: 'league_standings', key: ['league_id', 'position'] },
  { table: 'league_gaps', key: ['league_id', 'block'] },
  { table: 'generation_points', key: ['round_number', 'entry_id'] },
] as const

/** Deletes up to `rows` rows of a generation, and its own row at the very end. False when nothing is left. */
export async function deleteFromGeneration(tx: Db, generation: number, rows: number): Promise<boolean> {
  for (const part of parts) {
    const deleted = await deleteRows(tx, { ...part, generation, rows })
    if (deleted > 0n) return true
  }
  await tx.deleteFrom('generations').where('id', '=', generation).execute()
  return false
}

interface Deletion {
  table: string
  key: readonly string[]
  generation: number
  rows: number
}

/** Deletes a range of the primary key: four times faster than naming its rows. */
async function deleteRows(tx: Db, { table, key, generation, rows }: Deletion): Promise<bigint> {
  const columns = sql.join(key.map((column) => sql.ref(column)))
  const rest = sql`from ${sql.table(table)} where generation = ${generation}`
  const next = await sql<Record<string, number>>`
    select ${columns} ${rest} order by ${columns} limit 1 offset ${rows}`.execute(tx)
  const bounds = next.rows.map(
    (row) => sql`and (${columns}) < (${sql.join(key.map((column) => row[column]))})`,
  )
  const result = await sql`delete ${rest} ${sql.join(bounds)}`.execute(tx)
  return result.numAffectedRows ?? 0n
}

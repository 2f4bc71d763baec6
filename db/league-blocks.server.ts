import { sql } from 'kysely'
import type { Db } from './schema.server.ts'

/**
 * Finds where a page begins in a list too long to count through (docs/decisions/0002). Members are counted by blocks
 * of team ids, empty places of a table by blocks of positions: an offset costs a look at each block's count and at
 * the keys of one block, however large the league is.
 */
const blockSize = 8192

interface LeagueTable {
  generation: number
  leagueId: number
}

/** A row comes `skip` rows after the key `after`. */
interface Start {
  after: number
  skip: number
}

/** Counts a member in or out of its block. Belongs in the transaction that changes the membership. */
export async function addToMemberBlock(
  tx: Db,
  { leagueId, teamId, change }: { leagueId: number; teamId: number; change: 1 | -1 },
): Promise<void> {
  const block = Math.floor(teamId / blockSize)
  await tx
    .insertInto('membership_blocks')
    .values({ league_id: leagueId, block, members: Math.max(0, change) })
    .onConflict((conflict) =>
      conflict
        .columns(['league_id', 'block'])
        .doUpdateSet((row) => ({ members: row('membership_blocks.members', '+', change) })),
    )
    .execute()
}

/** The team id after which the member at `offset` comes, in joining order of the game. */
export async function findMemberBefore(db: Db, leagueId: number, offset: number): Promise<number> {
  const blocks = await db
    .selectFrom('membership_blocks')
    .select(['block', 'members'])
    .where('league_id', '=', leagueId)
    .orderBy('block')
    .execute()
  const { after, skip } = startAmong(blocks, offset)
  if (skip === 0) return after
  const before = await db
    .selectFrom('memberships')
    .select('team_id as teamId')
    .where('league_id', '=', leagueId)
    .where('team_id', '>', after)
    .orderBy('team_id')
    .limit(1)
    .offset(skip - 1)
    .executeTakeFirst()
  return before?.teamId ?? Number.MAX_SAFE_INTEGER
}

function startAmong(blocks: readonly { block: number; members: number }[], offset: number): Start {
  let skip = offset
  let last = 0
  for (const { block, members } of blocks) {
    last = block
    if (members > skip) break
    if (block !== blocks.at(-1)?.block) skip -= members
  }
  return { after: last * blockSize - 1, skip }
}

/** Empty places of a league's table by block, in order. None in most tables. */
export async function listGaps(db: Db, { generation, leagueId }: LeagueTable) {
  return db
    .selectFrom('league_gaps')
    .select(['block', 'gaps'])
    .where('generation', '=', generation)
    .where('league_id', '=', leagueId)
    .orderBy('block')
    .execute()
}

export type Gaps = Awaited<ReturnType<typeof listGaps>>

/** The position after which the row at `offset` of a table comes. */
export async function findPositionBefore(
  db: Db,
  { gaps, offset, ...table }: LeagueTable & { gaps: Gaps; offset: number },
): Promise<number> {
  const { after, skip } = startBetween(gaps, offset)
  if (skip === 0) return after
  const before = await positionsAfter(db, { ...table, after })
    .select('position')
    .orderBy('position')
    .limit(1)
    .offset(skip - 1)
    .executeTakeFirst()
  return before?.position ?? Number.MAX_SAFE_INTEGER
}

/** In a block without gaps a row's position follows from the gaps before it; in one with gaps it is looked for. */
function startBetween(gaps: Gaps, offset: number): Start {
  let before = 0
  for (const { block, gaps: count } of gaps) {
    const first = block * blockSize - before
    if (offset < first) break
    if (offset < first + blockSize - count) return { after: block * blockSize, skip: offset - first }
    before += count
  }
  return { after: offset + before, skip: 0 }
}

/** Which row of its table stands at a position, from 1: the empty places before it do not count. */
export async function countRowsUpTo(
  db: Db,
  { position, ...table }: LeagueTable & { position: number },
): Promise<number> {
  const gaps = await listGaps(db, table)
  const own = blockOf(position)
  const before = gaps.reduce((sum, { block, gaps: count }) => (block < own ? sum + count : sum), 0)
  if (!gaps.some(({ block }) => block === own)) return position - before
  const after = own * blockSize
  const { rows } = await positionsAfter(db, { ...table, after })
    .select((row) => row.fn.countAll<number>().as('rows'))
    .where('position', '<=', position)
    .executeTakeFirstOrThrow()
  return after - before + rows
}

/** Counts the empty places again where a row was taken away; those behind the last row are none. */
export async function recountGaps(
  tx: Db,
  { position, ...table }: LeagueTable & { position: number },
): Promise<void> {
  const last = await findLastPosition(tx, table)
  const block = blockOf(Math.min(position, Math.max(last, 1)))
  await tx
    .deleteFrom('league_gaps')
    .where('generation', '=', table.generation)
    .where('league_id', '=', table.leagueId)
    .where((gap) => gap.or([gap('block', '=', block), gap('block', '>', blockOf(Math.max(last, 1)))]))
    .execute()
  const from = block * blockSize
  const upTo = Math.min(last, from + blockSize)
  await sql`
    insert into league_gaps (generation, league_id, block, gaps)
    select ${table.generation}, ${table.leagueId}, ${block}, ${upTo - from} - count(*)
    from league_standings
    where generation = ${table.generation} and league_id = ${table.leagueId}
      and position > ${from} and position <= ${upTo}
    having count(*) < ${upTo - from}`.execute(tx)
}

/** The last position of a league's table, 0 when it has none. */
export async function findLastPosition(db: Db, { generation, leagueId }: LeagueTable): Promise<number> {
  const row = await db
    .selectFrom('league_standings')
    .select((standing) => standing.fn.max('position').as('last'))
    .where('generation', '=', generation)
    .where('league_id', '=', leagueId)
    .executeTakeFirst()
  return row?.last ?? 0
}

/** Forgets the empty places of a table that is deleted. */
export async function deleteGaps(tx: Db, { generation, leagueId }: LeagueTable): Promise<void> {
  await tx
    .deleteFrom('league_gaps')
    .where('generation', '=', generation)
    .where('league_id', '=', leagueId)
    .execute()
}

function positionsAfter(db: Db, { generation, leagueId, after }: LeagueTable & { after: number }) {
  return db
    .selectFrom('league_standings')
    .where('generation', '=', generation)
    .where('league_id', '=', leagueId)
    .where('position', '>', after)
}

function blockOf(position: number): number {
  return Math.floor((position - 1) / blockSize)
}

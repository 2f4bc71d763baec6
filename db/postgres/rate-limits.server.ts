import { sql } from 'kysely'
import type { CountedLimit } from '#db/engine.server.ts'
import type { Db } from '#db/schema.server.ts'

/** The table of migration 0013, which only this engine has. Its statements take no part in the order of writes. */
export const rateLimitsTable = 'rate_limits'

const now = sql`floor(extract(epoch from clock_timestamp()) * 1000)::bigint`

/**
 * Counts a request, in one statement that holds the key's row: requests of several processes at once count one after
 * another. Deletes up to two other keys whose requests are all outside their window, so that the table does not grow.
 */
export async function consumeLimit(db: Db, limit: CountedLimit): Promise<number> {
  const { key, max, windowMs } = limit
  const inWindow = sql`array(select at from unnest(stored.times) as at where at > excluded.times[1] - ${sql.lit(windowMs)})`
  const counted = sql`with expired as (
      delete from rate_limits where key in (
        select key from rate_limits where ends_at <= ${now} and key <> ${key}
        order by ends_at limit 2 for update skip locked))
    insert into rate_limits as stored (key, times, ends_at)
    select ${key}, array[at], at + ${sql.lit(windowMs)} from (select ${now} as at) as asked
    on conflict (key) do update
      set times = ${inWindow} || excluded.times, ends_at = excluded.ends_at
      where cardinality(${inWindow}) < ${sql.lit(max)}
    returning key`
  const { rows } = await counted.execute(db)
  return rows.length > 0 ? 0 : Math.max(1, await readLimitWait(db, limit))
}

/** A request passes again when the oldest of the last `max` leaves the window. */
export async function readLimitWait(db: Db, { key, max, windowMs }: CountedLimit): Promise<number> {
  const oldest = sql<{ waitMs: number }>`select at + ${sql.lit(windowMs)} - ${now} as "waitMs"
    from rate_limits, unnest(times) as at where key = ${key} order by at desc offset ${sql.lit(max - 1)} limit 1`
  const { rows } = await oldest.execute(db)
  return Math.max(0, rows[0]?.waitMs ?? 0)
}

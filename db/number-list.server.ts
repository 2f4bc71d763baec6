import { type SelectQueryBuilder, sql } from 'kysely'
import type { Db, Schema } from '#db/schema.server.ts'

const [comma, zero] = [44, 48]

/** Parses comma-separated integers: a page of rows read as one text is some four times as fast as an object per row. */
export function parseNumberList(text: string | null | undefined): Int32Array {
  const numbers = new Int32Array(text ? (text.length + 1) >>> 1 : 0)
  if (!text) return numbers
  let count = 0
  let number = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code !== comma) number = number * 10 + code - zero
    else {
      numbers[count] = number
      count += 1
      number = 0
    }
  }
  numbers[count] = number
  return numbers.slice(0, count + 1)
}

/** The ids that a query selects, ascending; read as one text. */
export async function selectIds<Table extends keyof Schema>(
  db: Db,
  query: SelectQueryBuilder<Schema, Table, { id: number }>,
): Promise<Int32Array> {
  const row = await db
    .selectFrom(query.as('page'))
    .select(sql<string | null>`string_agg(cast(id as text), ',')`.as('numbers'))
    .executeTakeFirst()
  return parseNumberList(row?.numbers).sort()
}

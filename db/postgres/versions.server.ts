import { setImmediate as nextTurn } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import type { Db } from '#db/schema.server.ts'
import type { Topic, Versions } from '#db/versions.server.ts'
import { lockShared } from './lock.server.ts'
import { findReads } from './open.server.ts'
import { openPool, takeConnection } from './pools.server.ts'

/** More than any version: what is added when another server answers, so that its numbers are new ones. */
const stepOfServer = 1e12

/**
 * Reads the versions by one query for all who wait in a turn of the event loop, sent after the last of them asked: it sees
 * what was committed before by any process. When another server has taken over, or this one was started anew, all
 * versions are new: that server may count on from older numbers. Where it gets no connection of its own, it reads by one of `db`.
 */
export function watchVersions(url: string, db?: Db) {
  const pool = openPool(url, { size: 1, statementTimeoutMs: 1_000, staysOpen: true })
  const other = (db && findReads(db)) ?? pool
  /** The connections that mark the database as served. */
  const marked = new WeakSet<PoolClient>()
  let current: Promise<unknown> = Promise.resolve()
  let next: Promise<Versions> | undefined
  let server = { startedAt: '', step: 0 }

  async function readRows() {
    const client = await takeConnection(pool, other)
    try {
      if (!marked.has(client)) await lockShared(client)
      marked.add(client)
      const { rows } = await client.query<{ topic: Topic; n: number; started: string }>({
        name: 'versions',
        text: 'select topic, n, pg_postmaster_start_time()::text as started from versions',
      })
      client.release()
      return rows
    } catch (error) {
      client.release(true)
      throw error
    }
  }

  async function query(): Promise<Versions> {
    const rows = await readRows()
    const started = rows[0]?.started ?? ''
    if (started !== server.startedAt) server = { startedAt: started, step: server.step + stepOfServer }
    const versions = Object.fromEntries(rows.map(({ topic, n }) => [topic, server.step + n]))
    return { news: 0, game: 0, ranking: 0, ...versions }
  }

  async function readNext(): Promise<Versions> {
    await Promise.all([current.catch(() => {}), nextTurn()])
    next = undefined
    const reading = query()
    current = reading
    return reading
  }

  function read(): Promise<Versions> {
    next ??= readNext()
    return next
  }

  // The database is marked as served before anybody asks.
  read().catch(() => {})

  return {
    read,
    close: () => void pool.end(),
  }
}

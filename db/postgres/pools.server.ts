import { createRequire } from 'node:module'
import type { ClientConfig, Pool, PoolClient } from 'pg'

/** How long a connection is waited for, be it a new one or one of a pool that others use, in ms. */
const connectTimeoutMs = 5_000
/** How long a transaction waits for the one that writes before it, in ms. */
const lockTimeoutMs = 5_000
const defaultStatementTimeoutMs = 20_000
/** How much later than PostgreSQL itself a process gives up a connection without an answer, in ms. */
const networkTimeoutMs = 5_000
/** PostgreSQL ends a transaction whose process has gone silent after so many ms, and with it its lock. */
const idleTransactionTimeoutMs = 10_000

export interface PoolOptions {
  /** The number of connections at most. */
  size: number
  /** How long one statement may take, in ms; 0 as long as it takes. Default: 20 s. */
  statementTimeoutMs?: number
  /** Keeps connections that nobody uses. */
  staysOpen?: boolean
}

const [int8, numeric] = [20, 1700]
/** PostgreSQL's code: the server, the role or the database has as many connections as are allowed. */
const tooManyConnections = '53300'
/** For how long a pool that was refused a connection opens no more than one, in ms. */
const growthPauseMs = 60_000

/** What `sslmode` says, or that it does not say anything, means what it means to the programs that make backups. */
function toLibpqAddress(url: string): string {
  const hasMode = new URL(url).searchParams.has('sslmode')
  return `${url}${url.includes('?') ? '&' : '?'}${hasMode ? '' : 'sslmode=disable&'}uselibpqcompat=true`
}

/** Opens a pool of connections to the database at a URL. Connects when the first one is needed. */
export function openPool(
  url: string,
  { size, statementTimeoutMs = defaultStatementTimeoutMs, staysOpen = false }: PoolOptions,
): Pool {
  const { Pool, types } = loadPackage()
  const pool = new Pool({
    connectionString: toLibpqAddress(url),
    max: size,
    // When others have taken all the rest, it serves everybody.
    min: 1,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: staysOpen ? 0 : 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 30_000,
    // Connections that nobody uses keep no process alive.
    allowExitOnIdle: true,
    application_name: 'douze',
    lock_timeout: lockTimeoutMs,
    idle_in_transaction_session_timeout: idleTransactionTimeoutMs,
    ...(statementTimeoutMs > 0 && {
      statement_timeout: statementTimeoutMs,
      query_timeout: statementTimeoutMs + networkTimeoutMs,
    }),
    types: {
      // Instants and counts: all of them are whole numbers below 2^53.
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === int8 || oid === numeric ? Number : types.getTypeParser(oid, format),
    } satisfies ClientConfig['types'],
  })
  // A connection that ends while nobody uses it is replaced; without a listener the process would end.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/**
 * Takes a connection of a pool, or opens one. While all connections that PostgreSQL allows are in use, those that the pool has
 * serve everybody in turn, or those of `other` where it has none.
 */
export async function takeConnection(pool: Pool, other: Pool): Promise<PoolClient> {
  try {
    return await pool.connect()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === tooManyConnections)) throw error
    pauseGrowth(pool)
    return (pool.totalCount > 0 ? pool : other).connect()
  }
}

/** Whether a pool was refused a connection within the last minute, and makes do with those it has. */
export function isGrowthPaused(pool: Pool): boolean {
  return pool.options.max === 1
}

/** With `max` at 1 a pool opens no connection while it has one, but keeps all it has and hands them to whoever waits. */
function pauseGrowth({ options }: Pool): void {
  const { max } = options
  options.max = 1
  if (max > 1) setTimeout(() => Object.assign(options, { max }), growthPauseMs).unref()
}

/** Loads the package when a database needs it: it takes 30 ms and 15 MB, which a game in a file has better use for. */
function loadPackage(): typeof import('pg') {
  return createRequire(import.meta.url)('pg')
}

import type { PoolClient } from 'pg'
import { openPool } from './pools.server.ts'

/** A number that other users of the database do not lock: 'serve' as bytes. */
const serveLock = 495_874_501_221

/** Marks a database as served for as long as a connection lives; waits while it is copied. */
export async function lockShared(client: PoolClient): Promise<void> {
  await client.query(`select pg_advisory_lock_shared(${serveLock})`)
}

/** Keeps processes from serving a database; undefined when one serves it. Returns what ends that. */
export async function lockExclusive(url: string): Promise<(() => Promise<void>) | undefined> {
  const pool = openPool(url, { size: 1 })
  const client = await pool.connect()
  const { rows } = await client.query<{ isLocked: boolean }>(
    `select pg_try_advisory_lock(${serveLock}) as "isLocked"`,
  )
  const release = async () => {
    client.release(true)
    await pool.end()
  }
  if (rows[0]?.isLocked) return release
  await release()
  return undefined
}

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { z } from 'zod'

const payload = z.looseObject({ grantId: z.string().optional(), uid: z.string().optional() })
const row = z.object({ payload: z.string() }).optional()

/**
 * Stores the provider's sessions and grants in a file, so that they survive a restart of the demo. Implements
 * oidc-provider's adapter interface.
 */
export function openStore(directory: string) {
  mkdirSync(directory, { recursive: true })
  const db = new Database(join(directory, 'provider.sqlite'))
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = OFF')
  db.exec(`create table if not exists records (
    model text, id text, payload text not null, grant_id text, uid text, expires_at integer, primary key (model, id)
  )`)
  db.prepare('delete from records where expires_at < ?').run(Date.now())

  const read = (sql: string, ...values: unknown[]) => {
    const found = row.parse(db.prepare(`select payload from records where ${sql}`).get(...values))
    return found && payload.parse(JSON.parse(found.payload))
  }
  const write = (sql: string, ...values: unknown[]) => void db.prepare(sql).run(...values)

  return (model: string) => ({
    upsert: async (id: string, record: object, lifeSeconds?: number) => {
      const { grantId = null, uid = null } = payload.parse(record)
      const expiresAt = lifeSeconds ? Date.now() + lifeSeconds * 1000 : null
      const values = [model, id, JSON.stringify(record), grantId, uid, expiresAt]
      write('insert or replace into records values (?, ?, ?, ?, ?, ?)', ...values)
    },
    find: async (id: string) => read('model = ? and id = ?', model, id),
    findByUid: async (uid: string) => read('model = ? and uid = ?', model, uid),
    findByUserCode: async () => undefined,
    consume: async (id: string) => {
      const used = JSON.stringify({
        ...read('model = ? and id = ?', model, id),
        consumed: Math.floor(Date.now() / 1000),
      })
      write('update records set payload = ? where model = ? and id = ?', used, model, id)
    },
    destroy: async (id: string) => write('delete from records where model = ? and id = ?', model, id),
    revokeByGrantId: async (grantId: string) =>
      write('delete from records where grant_id = ? and model <> ?', grantId, 'Session'),
  })
}

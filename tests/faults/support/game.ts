import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { createSession } from '#app/auth/session/session.server.ts'
import { activateSeason, findBundledSeason, loadSeason } from '#app/services/seasons/seasons.server.ts'
import { ensureManager } from '#db/accounts/managers.server.ts'
import { openDatabase } from '#db/engine.server.ts'
import { migrate } from '#db/migrate.server.ts'
import type { Db } from '#db/schema.server.ts'
import {
  compareSaves,
  listViolations,
  type SaveComparison,
  type SentSave,
} from '../../../scripts/load/save-log.ts'

/** A manager as a client knows one: the id and the cookie of a session. */
export interface Player {
  managerId: number
  cookie: string
}

const nowhere = 'http://localhost:1'
const day = 24 * 60 * 60_000

/** A temporary folder; `remove` deletes it. */
export function makeFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'douze-faults-'))
  return {
    folder,
    file: join(folder, 'douze.db'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/**
 * Makes a database with an open season, and players with a session but no team. Each player may save 30 times a minute:
 * a test with more saves needs more players.
 */
export async function makeGame(location: string, count: number) {
  const db = openDatabase(location, { mayCreate: true })
  await migrate(db)
  const season = findBundledSeason(2025)
  if (!season) throw new Error('There is no season 2025')
  await loadSeason(db, season)
  await activateSeason(db, season.year)
  await setDeadlines(db, Date.now() + day)
  const players: Player[] = []
  for (let n = 0; n < count; n += 1) players.push(await createSessions(db, `player ${n}`))
  const admin = await createSessions(db, 'ada', { isAdmin: true })
  await db.destroy()
  return { players, admin }
}

export async function createSessions(
  db: Db,
  subject: string,
  {
    issuer = nowhere,
    ...more
  }: { issuer?: string; isAdmin?: boolean; refreshToken?: string; renewAt?: number } = {},
): Promise<Player> {
  const now = Date.now()
  const managerId = await ensureManager(db, { issuer, subject, now })
  const { cookieHeader } = await createSession(db, { managerId, now, ...more })
  return { managerId, cookie: cookieHeader }
}

/** The first round closes at `first` (epoch ms), each further one a day later. */
export async function setDeadlines(db: Db, first: number): Promise<void> {
  await db
    .updateTable('rounds')
    .set({
      deadline_at: sql<number>`cast(round_number as bigint) * ${sql.lit(day)} + ${sql.lit(first - day)}`,
    })
    .execute()
  await db
    .updateTable('games')
    .set({ concluded_at: first + 10 * day })
    .execute()
}

/** Opens a database for `read`; a server may have it open meanwhile. */
export async function withDatabase<Result>(file: string, read: (db: Db) => Promise<Result>): Promise<Result> {
  const db = openDatabase(file)
  return read(db).finally(() => db.destroy())
}

/** Compares the database with the sent saves: figures for the report, and `broken`, the violations, which must be empty. */
export async function compareWithStore(file: string, sent: readonly SentSave[]) {
  const comparison = await withDatabase(file, (db) => compareSaves(db, sent))
  return { ...pickFigures(comparison), broken: listViolations(comparison) }
}

function pickFigures({ acknowledged, refused, unanswered, unansweredStored }: SaveComparison) {
  return { acknowledged, refused, unanswered, unansweredStored }
}

/** Prints one line for docs/testing.md: the effect of a fault. */
export function report(fault: string, figures: object): void {
  const parts = Object.entries(figures).map(([name, figure]) => `${name} ${figure}`)
  process.stdout.write(`fault: ${fault}: ${parts.join(', ')}\n`)
}

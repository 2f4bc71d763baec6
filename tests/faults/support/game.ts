import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSession } from '#app/auth/session/session.server.ts'
import { activateSeason, findBundledSeason, loadSeason } from '#app/services/seasons/seasons.server.ts'
import { ensureManager } from '#db/accounts/managers.server.ts'
import { migrate } from '#db/migrate.server.ts'
import type { Db } from '#db/schema.server.ts'
import { openDatabase } from '#db/sqlite/open.server.ts'
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

/** A folder of its own that goes with `remove`. */
export function makeFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'douze-faults-'))
  return {
    folder,
    file: join(folder, 'douze.db'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/**
 * Makes a database with a season that is open today, and signs players in by their sessions' rows. They have no
 * teams yet. Saves are limited to 30 a minute for each: whoever saves more needs more players.
 */
export async function makeGame(file: string, count: number) {
  const db = openDatabase(file, { mayCreate: true })
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
    .set(({ eb, ref }) => ({ deadline_at: eb(eb(ref('round_number'), '*', day), '+', first - day) }))
    .execute()
  await db
    .updateTable('games')
    .set({ concluded_at: first + 10 * day })
    .execute()
}

/** Looks into a database that no server may have open any more, or that one serves from just now. */
export async function withDatabase<Result>(file: string, look: (db: Db) => Promise<Result>): Promise<Result> {
  const db = openDatabase(file)
  return look(db).finally(() => db.destroy())
}

/** Holds the store against what was sent. The figures go to the report; what is broken, in words, must be nothing. */
export async function compareWithStore(file: string, sent: readonly SentSave[]) {
  const found = await withDatabase(file, (db) => compareSaves(db, sent))
  return { ...figuresOf(found), broken: listViolations(found) }
}

function figuresOf({ acknowledged, refused, unanswered, unansweredStored }: SaveComparison) {
  return { acknowledged, refused, unanswered, unansweredStored }
}

/** One line for docs/testing.md: what a fault did to how many saves. */
export function report(fault: string, figures: object): void {
  const words = Object.entries(figures).map(([name, figure]) => `${name} ${figure}`)
  process.stdout.write(`fault: ${fault}: ${words.join(', ')}\n`)
}

import { existsSync, linkSync, mkdirSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Contents, deleteAllSessions, foldLog, readContents } from '#db/backup.server.ts'
import { holdAlone } from '#db/hold.server.ts'
import { leaveOutAddressIds } from '#db/mail-addresses.server.ts'
import { openDatabase } from '#db/open.server.ts'
import { type NoBackup, whyNotWritten } from './backups.server.ts'
import { faultOf, inspectFile } from './database-file.server.ts'
import { copyPrivate, giveToOwner, tellDisk, toStamp } from './whole-files.server.ts'

/** Why nothing was restored. `path` is the file that the fault is about: the backup, or the database. */
export interface NotRestored extends Omit<NoBackup, 'fault'> {
  fault: NoBackup['fault'] | 'same-file' | 'in-use'
}

export interface Restored {
  ok: true
  contents: Contents
  /** Migrations that run when the server starts. */
  pending: readonly string[]
  /** Where the database that was there is kept; undefined when there was none. */
  aside: string | undefined
}

interface Wanted {
  backup: string
  file: string
  /** System clock, epoch ms: the name of what is set aside. */
  now: number
}

/**
 * Puts a backup in the place of a database that nobody uses. The backup is copied and read through first; until the
 * last step, one rename, the database is as it was, and afterwards it is kept under another name.
 */
export async function restoreBackup(wanted: Wanted): Promise<Restored | NotRestored> {
  const { backup, file } = wanted
  const refused = inspectBackup(wanted)
  if (refused) return refused
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const release = holdAlone(file)
  if (!release) return { ok: false, fault: 'in-use', path: file, detail: '' }
  try {
    giveToOwner(`${file}-lock`)
    return await replace(wanted)
  } catch (error) {
    return { ok: false, ...whyNotWritten(error), path: backup }
  } finally {
    release()
  }
}

function inspectBackup({ backup, file }: Wanted): NotRestored | undefined {
  const found = statSync(backup, { throwIfNoEntry: false })
  if (!found) return { ok: false, fault: 'missing', path: backup, detail: '' }
  if (!found.isFile()) return { ok: false, fault: 'unreadable', path: backup, detail: 'it is no file' }
  if (found.size === 0) return { ok: false, fault: 'empty', path: backup, detail: '' }
  if (!existsSync(file) || realpathSync(file) !== realpathSync(backup)) return undefined
  return { ok: false, fault: 'same-file', path: backup, detail: '' }
}

async function replace(wanted: Wanted): Promise<Restored | NotRestored> {
  const { backup, file, now } = wanted
  const fresh = `${file}.restoring`
  try {
    const prepared = await prepare(backup, fresh)
    if (!prepared.ok) return prepared
    const isFree = await leaveAlone(file)
    if (!isFree) return { ok: false, fault: 'in-use', path: file, detail: '' }
    const aside = setAside(file, `${file}.before-restore-${toStamp(now)}`)
    renameSync(fresh, file)
    tellDisk(dirname(file))
    return { ...prepared, aside }
  } finally {
    for (const end of ['', '-wal', '-shm', '-journal']) rmSync(`${fresh}${end}`, { force: true })
  }
}

/** Copies the backup, with its log if it has one, and makes it ready to take the database's place. */
async function prepare(backup: string, fresh: string): Promise<Omit<Restored, 'aside'> | NotRestored> {
  copyPrivate(backup, fresh)
  if (existsSync(`${backup}-wal`)) copyPrivate(`${backup}-wal`, `${fresh}-wal`)
  const state = await inspectFile(fresh, { isThorough: true })
  if (!state.ok) return { ...state, path: backup }
  const contents = await endSessions(fresh)
  giveToOwner(fresh)
  tellDisk(fresh)
  return { ok: true, contents, pending: state.pending }
}

/** A session that ended after the backup was made must not live again: all end. Nor may a link of a mail act on another. */
async function endSessions(fresh: string): Promise<Contents> {
  const db = openDatabase(fresh)
  try {
    await deleteAllSessions(db)
    await leaveOutAddressIds(db)
    await foldLog(db)
    return await readContents(db)
  } finally {
    await db.destroy()
  }
}

/**
 * Whether nobody else has the database open. A sound one gets its log's changes into itself, which SQLite refuses
 * while anybody uses it, also a version that holds no lock. A broken one and its log stay as they are.
 */
async function leaveAlone(file: string): Promise<boolean> {
  const state = await inspectFile(file)
  if (!state.ok && state.fault === 'locked') return false
  if (!state.ok && state.fault !== 'newer' && state.fault !== 'foreign') return true
  try {
    await foldAlone(file)
    return true
  } catch (error) {
    if (faultOf(error) === 'locked') return false
    throw error
  }
}

async function foldAlone(file: string): Promise<void> {
  const db = openDatabase(file)
  await foldLog(db).finally(() => db.destroy())
}

/**
 * Gives the database a second name, so that its own is never without a file. Its log goes before the new one comes:
 * SQLite would play it into whatever it finds under that name.
 */
function setAside(file: string, aside: string): string | undefined {
  const ends = ['-wal', '-shm'].filter((end) => existsSync(`${file}${end}`))
  const isThere = existsSync(file)
  if (isThere) nameTwice(file, aside)
  for (const end of ends) renameSync(`${file}${end}`, `${aside}${end}`)
  tellDisk(dirname(file))
  return isThere || ends.length > 0 ? aside : undefined
}

/** Some file systems know no second names: there it is renamed. */
function nameTwice(file: string, aside: string): void {
  try {
    linkSync(file, aside)
  } catch {
    renameSync(file, aside)
  }
}

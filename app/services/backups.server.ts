import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Contents, copyInto, readContents } from '#db/backup.server.ts'
import { openToRead } from '#db/open.server.ts'
import { type FileFault, faultOf, inspectFile } from './database-file.server.ts'
import { giveToOwner, makePrivate, tellDisk, toStamp } from './whole-files.server.ts'

/** Why no backup was made. `path` is what the fault is about: the database or the folder. */
export interface NoBackup {
  ok: false
  fault: FileFault | 'full' | 'not-written'
  path: string
  detail: string
}

/** A backup that was read through and found whole. `removed`: names of those that it takes the place of. */
export interface MadeBackup {
  ok: true
  path: string
  bytes: number
  contents: Contents
  removed: readonly string[]
}

interface Wanted {
  /** Where to; made when it is missing. */
  folder: string
  /** How many of its kind stay, this one included; at least 1. */
  keep: number
  /** The migration before which it is made; part of its name, and a kind of its own for `keep`. */
  before?: string
  /** System clock, epoch ms: its name. */
  now: number
}

/** The folder of backups that nobody named: beside the database. */
export function backupsBeside(file: string): string {
  return join(dirname(file), 'backups')
}

/**
 * Copies a database, also while it is served (security.md): every save that was acknowledged before is in the copy,
 * and nothing half. It gets its name once it has been read through and is on the disk; only then older ones go.
 */
export async function backUp(file: string, wanted: Wanted): Promise<MadeBackup | NoBackup> {
  const state = await inspectFile(file)
  if (!state.ok) return { ...state, path: file }
  const { folder } = wanted
  const name = nameOf(wanted)
  const partial = join(folder, `.${name}.partial`)
  try {
    prepareFolder(folder)
    const copied = await copy(file, partial)
    if (!copied.ok) return copied
    const path = join(folder, name)
    renameSync(partial, path)
    tellDisk(folder)
    return { ...copied, path, bytes: statSync(path).size, removed: removeOlder(wanted, name) }
  } catch (error) {
    const why = whyNotWritten(error)
    return { ok: false, ...why, path: why.fault === 'damaged' || why.fault === 'locked' ? file : folder }
  } finally {
    if (existsSync(partial)) rmSync(partial)
  }
}

function nameOf({ before, now }: Wanted): string {
  return `douze-${before === undefined ? '' : `before-${before}-`}${toStamp(now)}.db`
}

function prepareFolder(folder: string): void {
  if (existsSync(folder)) return
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  giveToOwner(folder)
}

/** The copy is told to the disk before it is read through: what is read is what stays. */
async function copy(file: string, partial: string): Promise<{ ok: true; contents: Contents } | NoBackup> {
  makePrivate(partial)
  const source = openToRead(file)
  await copyInto(source, partial).finally(() => source.destroy())
  tellDisk(partial)
  giveToOwner(partial)
  const state = await inspectFile(partial, { isThorough: true })
  // SQLite wrote it from pages it could read, so what is wrong was wrong in them.
  if (!state.ok) return { ...state, path: file }
  const made = openToRead(partial)
  return { ok: true, contents: await readContents(made).finally(() => made.destroy()) }
}

const stamp = String.raw`\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}\.\d{3}Z\.db`
const ofNight = new RegExp(`^douze-${stamp}$`)
const ofUpgrade = new RegExp(`^douze-before-.+-${stamp}$`)

/** Removes the oldest of the same kind beyond `keep`, never the newest made: a clock may have been set back. */
function removeOlder({ folder, keep, before }: Wanted, made: string): string[] {
  const kind = before === undefined ? ofNight : ofUpgrade
  const others = readdirSync(folder).filter((name) => kind.test(name) && name !== made)
  const byTime = others.sort((one, other) => (timeIn(one) < timeIn(other) ? 1 : -1))
  const removed = byTime.slice(Math.max(keep, 1) - 1)
  for (const name of removed) rmSync(join(folder, name))
  return removed
}

function timeIn(name: string): string {
  return name.slice(-'2026-05-12T19-00-00.000Z.db'.length)
}

/** What an error while writing means: a full disk is a case of its own, because it is the one that happens. */
export function whyNotWritten(error: unknown): Pick<NoBackup, 'fault' | 'detail'> {
  const detail = error instanceof Error ? error.message : String(error)
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'SQLITE_FULL' || code === 'ENOSPC') return { fault: 'full', detail }
  const fault = faultOf(error)
  return { fault: fault === 'damaged' || fault === 'locked' ? fault : 'not-written', detail }
}

import { statSync } from 'node:fs'

/**
 * Watches a database file that is about to be opened. Returns whether its name still leads to the opened file, and those of its log
 * and the log's index to the same ones: what is written after the first two were renamed, removed or replaced is in files that nobody
 * opens again, and a process that finds no index writes over what this one has written. The first call after both were made names
 * them. Takes some microseconds.
 */
export function watchFile(file: string): () => boolean {
  const opened = identify(file)
  const identifyLog = () => {
    const [log, index] = [identify(`${file}-wal`), identify(`${file}-shm`)]
    return log && index && `${log} ${index}`
  }
  let log: string | undefined
  return () => {
    log ??= identifyLog()
    return opened !== undefined && identify(file) === opened && identifyLog() === log
  }
}

/** Device and number of a file, which no other file has while it is open. Undefined where there is none. */
function identify(file: string): string | undefined {
  try {
    const { dev, ino } = statSync(file, { bigint: true })
    return `${dev}:${ino}`
  } catch {
    return undefined
  }
}

/** SQLite's own code for a database that was moved since it was opened; without effect on a database with a log. */
const moved = 'SQLITE_READONLY_DBMOVED'
/** The same, after a transaction was committed: it is in the moved file, which may come back. */
export const movedAfterCommit = 'SQLITE_MOVED_AFTER_COMMIT'

/** Runs a write. Refuses it, with the reason in words, when the file is not in place, and reports one that was moved meanwhile. */
export async function writeInPlace<Result>(
  isInPlace: () => boolean,
  write: () => Promise<Result>,
): Promise<Result> {
  if (!isInPlace()) throw createError(moved)
  const result = await write()
  if (!isInPlace()) throw createError(movedAfterCommit)
  return result
}

/** What is wrong with a database that is not in place, and what to do. */
export const movedMessage =
  'The database file, or its -wal or -shm file, was renamed, removed or replaced while it is served: nothing can be saved. Put it back, or see "A file that is gone" in docs/operations.md.'

function createError(code: string): Error {
  return Object.assign(new Error(movedMessage), { code })
}

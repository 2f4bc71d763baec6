import type { FileFault } from '#app/services/database-file.server.ts'

const restore = 'bring back a backup: npm run restore -- <backup>'
const begin = 'begin with an empty game: npm run migrate -- --create'

/** What whoever runs this is told about a file that cannot be used, and what to do. */
const words: Record<FileFault, (file: string) => string> = {
  missing: (file) => `There is no database at ${file}. Either ${restore}, or ${begin}`,
  empty: (file) => `${file} is empty. Either ${restore}, or ${begin}`,
  damaged: (file) => `${file} is damaged. Keep it, and ${restore}`,
  foreign: (file) => `${file} is the database of another program. Check DATABASE_FILE`,
  newer: (file) =>
    `${file} was changed by a newer Douze. Start that version, or ${restore}, one made before the upgrade`,
  'not-allowed': (file) => `${file} may not be read and written by this user`,
  locked: (file) => `${file} is locked by another process`,
  unreadable: (file) => `${file} cannot be read`,
}

/** One sentence about a file that cannot be used, with SQLite's own word for it. */
export function sayFault(file: string, { fault, detail }: { fault: FileFault; detail: string }): string {
  return `${words[fault](file)}${detail === '' ? '.' : ` (${detail}).`}`
}

/** What is said to everybody who comes while a backup is being brought back. */
export function sayBusy(file: string): string {
  return `${file} is being restored. Wait until that is done.`
}

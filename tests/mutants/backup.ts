import type { Mutant } from './mutant.ts'

const backupTest = 'tests/services/backup/backup.test.ts'
const restoreTest = 'tests/services/backup/restore.test.ts'
const fileTest = 'tests/services/backup/database-file.test.ts'
const privateTest = 'tests/services/backup/private-files.test.ts'

const making = { file: 'app/services/backup/backup.server.ts', test: backupTest }
const folder = { file: 'app/services/backup/backup-folder.server.ts', test: backupTest }
const restore = { file: 'app/services/backup/restore.server.ts', test: restoreTest }
const inspection = { file: 'app/services/backup/database-file.server.ts', test: fileTest }

/** Changes of backups and restores. */
export const backup: readonly Mutant[] = [
  {
    ...making,
    code: 'await inspectDatabaseFile(partial, { isThorough: true })',
    change: 'await inspectDatabaseFile(partial)',
    feels: 'Backups of a damaged game replace the last good one.',
  },
  {
    ...making,
    code: '    if (existsSync(partial)) rmSync(partial)\n',
    change: '',
    feels: 'Each night that the disk is full leaves half a backup on it.',
  },
  {
    ...making,
    code: '  if (!backup.ok) return backup\n',
    change: '',
    test: restoreTest,
    feels: 'An upgrade without space for a backup cannot be undone.',
  },
  {
    ...folder,
    code: ' && name !== made',
    change: '',
    feels: 'With a clock that was set back the new backup is deleted.',
  },
  {
    ...folder,
    code: 'kind.test(name) && ',
    change: '',
    feels: 'A backup that was kept by hand is deleted.',
  },
  {
    ...folder,
    code: 'timestampOf(one) < timestampOf(other) ? 1 : -1',
    change: 'timestampOf(one) < timestampOf(other) ? -1 : 1',
    feels: 'The newest backups are deleted, and the oldest stay.',
  },
  {
    ...folder,
    code: 'mode: 0o700',
    change: 'mode: 0o755',
    feels: 'Anybody at the machine lists the backups.',
  },
  {
    file: 'app/services/backup/atomic-files.server.ts',
    test: privateTest,
    code: '  copyFileSync(from, to)\n  chmodSync(to, 0o600)',
    change: '  copyFileSync(from, to)',
    feels: 'Anybody at the machine reads the restored database.',
  },
  {
    ...restore,
    code: '    await deleteAllSessions(db)\n',
    change: '',
    feels: 'Who signed out since the backup is signed in again.',
  },
  {
    ...restore,
    code: '    await skipAddressIds(db)\n',
    change: '',
    feels: 'An old link in a mail acts on the address of somebody else.',
  },
  {
    ...restore,
    code: "  if (!release) return { ok: false, fault: 'in-use', path: file, detail: '' }\n",
    change:
      '  if (!release) return replaceDatabase(options).catch((error) => ({ ok: false, ...toWriteFailure(error), path: backup }))\n',
    feels: 'A restore under a running server loses what it saves from then on.',
  },
  {
    ...restore,
    code: 'if (!isFree) return',
    change: 'if (isFree === undefined) return',
    feels: 'A restore under a server of an older version loses what it saves from then on.',
  },
  {
    ...restore,
    code: 'for (const end of ends) renameSync',
    change: 'for (const end of ends.slice(2)) renameSync',
    feels: 'Saves of the broken database turn up in the restored one.',
  },
  {
    ...restore,
    code: '  if (!existsSync(file) || realpathSync(file) !== realpathSync(backup)) return undefined\n',
    change: '  if (file) return undefined\n',
    feels: 'Restoring the database from itself moves it aside.',
  },
  {
    ...restore,
    code: 'inspectDatabaseFile(staged, { isThorough: true })',
    change: 'inspectDatabaseFile(staged)',
    feels: 'A damaged backup replaces the game.',
  },
  {
    ...inspection,
    code: "  if (stats.size === 0) return toFailure('empty', describeLeftoverWal(file))\n",
    change: '',
    feels: 'Of an empty file it is said that it is damaged, and of its log nothing.',
  },
  {
    ...inspection,
    code: 'return existsSync(log) && statSync(log).size > 0 ?',
    change: 'return existsSync(log) && statSync(log).size > 1_000_000 ?',
    feels: 'Nobody is told that the last saves are still in the log.',
  },
  {
    ...inspection,
    code: "    if (damage) return toFailure('damaged', damage)\n",
    change: '',
    feels: 'A damaged game is served.',
  },
  {
    file: 'db/migrate.server.ts',
    test: fileTest,
    code: "  if (unknown.length > 0) return { kind: 'newer', unknown }\n",
    change: '',
    feels: 'An older version opens the database of a newer one and spoils it.',
  },
  {
    file: 'db/sqlite/backup.server.ts',
    test: restoreTest,
    code: "  await db.deleteFrom('sign_in_attempts').execute()\n",
    change: '',
    feels: 'A sign-in that was used before the backup works again.',
  },
]

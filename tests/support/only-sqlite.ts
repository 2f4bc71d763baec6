/**
 * The tests that do not run on PostgreSQL (`npm run test:postgres`), each with its reason. A part of a file asks
 * `isOnPostgres` (databases.ts), with the same reasons.
 */
export const onlySqlite: Readonly<Record<string, string>> = {
  'tests/db/sqlite/**':
    'SQLite’s own dialect, versions, locks and erasure; tests/db/postgres has PostgreSQL’s',
  'tests/db/query-plans.test.ts': 'reads EXPLAIN QUERY PLAN of SQLite',
  'tests/db/migrate-publications.test.ts': 'a database from before publications: only SQLite has such ones',
  'tests/services/backup/**': 'copies of files and their faults; a server is backed up by pg_dump',
  'tests/requests/server/backup-restore.test.ts': 'copies of files',
  'tests/requests/server/network-file-system.test.ts': 'where a file is',
  'tests/requests/server/start-refused.test.ts': 'faults of files; tests/db/postgres has those of a server',
  'tests/faults/{database-file,database-locked,disk-full,kill-migration,long-reader,read-only-disk}.test.ts':
    'faults of a file and of its disk; tests/faults/postgres has those of a server',
  'tests/faults/{reverse-proxy,reverse-proxy-errors,reverse-proxy-short,demo-disk-full}.test.ts':
    'the proxy and the demo know no engine; tests/faults/postgres has the proxy’s restarts',
  'tests/faults/clock-set-back.test.ts':
    'the clock of the process; PostgreSQL has its own, see clock-at-deadline and two-clocks',
  'tests/requests/bench/**': 'measures the database in a file',
}

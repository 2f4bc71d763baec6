import { ensureBuilt } from './demo/ensure-built.ts'
import { npm } from './npm.mjs'
import { findPostgresBinaries, startCluster } from './postgres/cluster.ts'

/**
 * npm run test:postgres [-- vitest's arguments]: the tests on a PostgreSQL server of their own. With --sample, as in .ci/run,
 * some two minutes of them, and none where PostgreSQL is not installed.
 */
const sample = [
  'tests/db',
  'tests/services/accounts',
  'tests/services/leagues',
  'tests/services/teams',
  'tests/services/scoreboard/publish',
  'tests/services/scoreboard/settle-rounds',
  'tests/services/mail/server-faults',
  'tests/requests/team',
  'tests/requests/lineup',
  'tests/requests/game/late-join',
  'tests/requests/game/whole-season',
  'tests/requests/security/permissions',
  'tests/faults/two-processes',
  'tests/faults/postgres/server-away',
  'tests/faults/postgres/two-clocks',
]
const names = process.argv.slice(2).filter((argument) => argument !== '--sample')
const isSample = process.argv.includes('--sample')
const binaries = findPostgresBinaries()
if (binaries) process.exitCode = await run(binaries)
else if (isSample) console.log('PostgreSQL is not installed: no test has run on it.')
else {
  console.error('PostgreSQL is not installed: apt-get install postgresql, or put its programs on PATH.')
  process.exitCode = 1
}

async function run(folder: string): Promise<number> {
  if (!ensureBuilt()) return 1
  const cluster = await startCluster(folder)
  Object.assign(process.env, { TEST_POSTGRES_URL: cluster.url, FAULTS: '1' })
  const projects = ['unit', 'requests', 'faults'].flatMap((name) => ['--project', name])
  const chosen = [...(names.includes('--project') ? [] : projects), ...(isSample ? sample : []), ...names]
  const status = npm(['exec', '--', 'vitest', 'run', ...chosen])
  await cluster.stop()
  return status
}

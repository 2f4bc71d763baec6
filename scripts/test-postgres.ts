import { npm } from './npm.mjs'
import { findPostgresBinaries, startCluster } from './postgres/cluster.ts'

/** npm run test:postgres [-- vitest's arguments]: the tests on a PostgreSQL server of their own. */
const binaries = findPostgresBinaries()
if (!binaries) {
  console.error('PostgreSQL is not installed: apt-get install postgresql, or put its programs on PATH.')
  process.exit(1)
}
const cluster = await startCluster(binaries)
process.env.TEST_POSTGRES_URL = cluster.url
const projects = process.argv.includes('--project') ? [] : ['--project', 'unit', '--project', 'requests']
process.exitCode = npm(['exec', '--', 'vitest', 'run', ...projects, ...process.argv.slice(2)])
await cluster.stop()

import { benchEnvironment } from './bench/app-server.ts'
import { readSettings, usage } from './bench/settings.ts'
import { openWorkspace } from './bench/workspace.ts'
import { describeRun, writeFigures } from './bench/write-figures.ts'
import { ensureBuilt } from './demo/ensure-built.ts'

/**
 * npm run bench [-- part …] [--teams 10000,100000] [--write]: measures the performance targets on this machine, prints
 * them as Markdown, and with --write stores them in docs/performance.md. Runs on loopback and in a temporary directory
 * that is removed at the end. Exit code 0: every target met. 1: one missed, or no result. 2: usage error.
 */
const timeoutMs = 90 * 60_000

const settings = readSettings(process.argv.slice(2))
if (typeof settings === 'string') {
  console.error(`${settings}\n\n${usage}`)
  process.exit(2)
}
if (!ensureBuilt()) process.exit(1)
// Imported modules read the configuration, so parts are imported after it is set.
Object.assign(process.env, benchEnvironment({ port: 1, databaseFile: ':memory:' }))

const workspace = openWorkspace()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void exitWithError('Stopped.'))
setTimeout(() => void exitWithError(`Not done within ${timeoutMs / 60_000} minutes.`), timeoutMs).unref()

const run = describeRun(process.argv.slice(2).filter((arg) => arg !== '--write'))
const broken: string[] = []
try {
  for (const { name, load } of settings.parts) {
    const { measurePart } = await load()
    const { teamCounts, loads, seconds, minutes } = settings
    const report = await measurePart({
      workspace,
      teamCounts,
      loads,
      seconds,
      minutes,
      logProgress: console.error,
    })
    const missed = report.broken.map((each) => `- Missed: ${each}`)
    const markdown = [run, report.markdown, ...(missed.length > 0 ? [missed.join('\n')] : [])].join('\n\n')
    console.log(markdown)
    if (settings.isWriting) writeFigures(name, markdown)
    broken.push(...report.broken)
  }
} finally {
  await workspace.close()
}
for (const target of broken) console.error(`Target missed: ${target}`)
process.exit(broken.length > 0 ? 1 : 0)

async function exitWithError(reason: string): Promise<never> {
  console.error(reason)
  await workspace.close()
  process.exit(1)
}

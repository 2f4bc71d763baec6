// npm test [-- vitest's arguments]: installs missing packages, builds, runs every test, ends with one line (F4).
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureInstalled } from './install.mjs'
import { npm } from './npm.mjs'

const folder = mkdtempSync(join(tmpdir(), 'douze-test-'))
const report = join(folder, 'report.json')
// Temporary files of tests are in there too, and removed with it.
process.env.TMPDIR = folder

const count = await run().catch((error) => {
  console.error(error instanceof Error ? error.message : error)
  return { passed: 0, failed: 1, skipped: 0 }
})
rmSync(folder, { recursive: true, force: true })
const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : ''
console.log(`${count.passed} passed, ${count.failed} failed${skipped}`)
process.exitCode = count.failed > 0 || count.passed === 0 ? 1 : 0

async function run() {
  ensureInstalled()
  const { ensureChromium } = await import('./chromium.mjs')
  process.env.CHROMIUM = await ensureChromium()
  await build()
  const output = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return countTests(npm(['exec', '--', 'vitest', 'run', ...output, ...process.argv.slice(2)]))
}

async function build() {
  const { register } = await import('tsx/esm/api')
  register()
  const { ensureBuilt } = await import('./demo/ensure-built.ts')
  if (!ensureBuilt()) throw new Error('The build failed: see above.')
}

/**
 * Counts the results in the report. An unreadable file and an error outside of any test count as failed, so that
 * neither looks like success.
 * @param {number} status
 */
function countTests(status) {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = readReport()
  const unread = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
  const failed = numFailedTests + unread.length
  const isHiddenFailure = failed === 0 && status !== 0
  return {
    passed: numPassedTests,
    failed: isHiddenFailure ? 1 : failed,
    skipped: numPendingTests + numTodoTests,
  }
}

function readReport() {
  /** @type {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number, testResults: { status: string, assertionResults: unknown[] }[] }} */
  const counted = JSON.parse(readFileSync(report, 'utf8'))
  return counted
}

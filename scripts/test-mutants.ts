import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Mutant } from '../tests/mutants/mutant.ts'
import { mutants } from '../tests/mutants/mutants.ts'

/**
 * npm run test:mutants [-- TEXT …]: StrykerJS on the rules of app/game, then the changes of tests/mutants, each in a copy of
 * the working tree, where its test file must turn red. With TEXTs only the changes whose file or test contains one of them.
 * Ends with 'N caught, N survived'. A change whose code is not in its file once, and a test that is red without a change, are
 * errors.
 */
/** For one change, and for the tests as they are, in ms. */
const timeLimits = { change: 300_000, all: 3_600_000 }

const texts = process.argv.slice(2)
const isChosen = ({ file, test }: Mutant) => texts.some((text) => `${file} ${test}`.includes(text))
const chosen = texts.length === 0 ? mutants : mutants.filter(isChosen)

const misfits = chosen.filter(({ file, code }) => readFileSync(file, 'utf8').split(code).length !== 2)
for (const { file, code } of misfits) console.error(`Not once in ${file}: ${code}`)
if (misfits.length > 0) process.exit(1)

const folder = mkdtempSync(join(tmpdir(), 'douze-mutants-'))
try {
  process.exitCode = await testAll()
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function testAll(): Promise<number> {
  const files = (await run('git', ['ls-files', '-co', '--exclude-standard'])).output.trim().split('\n')
  const copies = Array.from({ length: Math.min(2, availableParallelism()) }, (_, index) => {
    const copy = join(folder, String(index))
    for (const file of files) cpSync(file, join(copy, file), { recursive: true })
    symlinkSync(join(process.cwd(), 'node_modules'), join(copy, 'node_modules'))
    return copy
  })
  const red = await findRedTests(copies[0] ?? '')
  for (const test of red) console.error(`Red without a change: ${test}`)
  if (red.length > 0) return 1
  const rest = [...chosen]
  let survived = 0
  const work = async (copy: string) => {
    for (let mutant = rest.shift(); mutant; mutant = rest.shift()) {
      const isCaught = await tryMutant(mutant, copy)
      if (!isCaught) survived += 1
      console.log(`${isCaught ? 'caught  ' : 'SURVIVED'} ${mutant.file}: ${mutant.feels}`)
    }
  }
  await Promise.all(copies.map(work))
  const stryker =
    texts.length === 0 ? await run('npx', ['stryker', 'run'], { stdio: 'inherit' }) : { code: 0 }
  console.log(`${chosen.length - survived} caught, ${survived} survived`)
  return survived > 0 || stryker.code !== 0 ? 1 : 0
}

/** The named test files that fail as the working tree is, or all where they take too long. */
async function findRedTests(copy: string): Promise<string[]> {
  const tests = [...new Set(chosen.map(({ test }) => test))]
  if (tests.some(needsBuild)) await run('npm', ['run', 'build'], { cwd: copy })
  const { failed, isLate } = await runTests(tests, copy, timeLimits.all)
  return isLate ? tests : failed
}

async function tryMutant({ file, code, change, test }: Mutant, copy: string): Promise<boolean> {
  const path = join(copy, file)
  const original = readFileSync(path, 'utf8')
  writeFileSync(
    path,
    original.replace(code, () => change),
  )
  try {
    // A change that cannot be built is no change of behaviour.
    if (needsBuild(test) && (await run('npm', ['run', 'build'], { cwd: copy })).code !== 0) return false
    const { failed, isLate } = await runTests([test], copy, timeLimits.change)
    return failed.length > 0 || isLate
  } finally {
    writeFileSync(path, original)
  }
}

function needsBuild(test: string): boolean {
  return /^tests\/(requests|e2e)\//.test(test)
}

/** Runs test files; `failed` are those that fail, but not one that cannot be loaded: it tests nothing. */
async function runTests(tests: readonly string[], copy: string, limitMs: number) {
  const report = join(copy, 'report.json')
  rmSync(report, { force: true })
  const projects = ['unit', 'requests', 'e2e'].flatMap((name) => ['--project', name])
  const vitest = ['vitest', 'run', ...projects, '--reporter=json', `--outputFile=${report}`, ...tests]
  const { isLate } = await run('npx', vitest, { cwd: copy, limitMs })
  if (isLate) return { failed: [], isLate }
  const { testResults }: Report = JSON.parse(readFileSync(report, 'utf8'))
  // What fails before the first test fails the file, whose tests are skipped then.
  const failed = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length > 0,
  )
  return { failed: failed.map(({ name }) => name), isLate }
}

interface Report {
  testResults: { name: string; status: string; assertionResults: unknown[] }[]
}

interface RunOptions {
  cwd?: string
  stdio?: 'pipe' | 'inherit'
  limitMs?: number
}

/** Runs a program until it ends, or for the time limit: a change can make a test endless. */
function run(
  program: string,
  args: readonly string[],
  { cwd = '.', stdio = 'pipe', limitMs = timeLimits.change }: RunOptions = {},
) {
  return new Promise<{ code: number; output: string; isLate: boolean }>((resolve) => {
    // A group of its own, so that what it has started ends with it.
    const child = spawn(program, args, { cwd, stdio: ['ignore', stdio, stdio], detached: stdio === 'pipe' })
    let output = ''
    let isLate = false
    child.stdout?.on('data', (chunk) => (output += chunk))
    child.stderr?.resume()
    const timer = stdio === 'pipe' && setTimeout(end, limitMs)
    function end() {
      isLate = true
      if (child.pid) process.kill(-child.pid, 'SIGKILL')
    }
    child.on('close', (code) => {
      if (timer) clearTimeout(timer)
      resolve({ code: code ?? 1, output, isLate })
    })
  })
}

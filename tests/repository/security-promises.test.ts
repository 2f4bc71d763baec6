import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CONFIRMATION_LIMIT } from '#app/game/account-deletion.ts'
import { IMAGE_LIMIT_BYTES } from '#app/game/article/image.ts'
import { LEAGUE_NAME_LIMIT } from '#app/game/league.ts'
import { MAIL_ADDRESS_TYPED_LIMIT } from '#app/game/notification/mail-address.ts'
import { SCORE_TYPED_LIMIT } from '#app/game/scoring/scores-draft.ts'
import { NAME_LIMIT } from '#app/game/team/team.ts'
import { typedLimit } from '#app/game/text/name.ts'
import { REDIRECT_TARGET_LIMIT } from '#app/game/text/normalize-text.ts'
import { ZONE_LIMIT } from '#app/game/time/time-zone.ts'
import { MAX_FIELDS } from '#app/http/forms/fields.server.ts'
import { MAX_PER_PAGE } from '#app/http/forms/query.server.ts'
import { bodyLimits } from '#app/http/request-body.server.ts'
import { capacity, maxWaitMs } from '#app/server/load-shedding/load-shedding.server.ts'
import { rateLimits } from '#app/server/rate-limit.server.ts'
import { listTests } from '#tests/support/test-titles.ts'

/** docs/security.md and docs/bounds.md name existing tests and the numbers of the code. */
const page = readFileSync('docs/security.md', 'utf8')

/** The rows of every table whose first column is `header`, as cells. */
function listRows(header: string, text = page): string[][] {
  const tables = text.split(/\n\n+/).filter((block) => block.startsWith(`| ${header} |`))
  return tables.flatMap((table) => table.trim().split('\n').slice(2)).map(splitCells)
}

function splitCells(row: string): string[] {
  return row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
}

/** File and title of each test that a cell names. */
function parseTests(cell: string): { file: string; title: string }[] {
  return cell.split(' · ').map((part) => {
    const [, file = '', title = ''] = /^`(tests\/[\w/.-]+\.test\.tsx?)`: (.+)$/.exec(part) ?? []
    if (file === '') throw new Error(`'${part}' names no test`)
    return { file, title }
  })
}

const promises = listRows('promise')

test('every section of the page has promises', () => {
  expect(promises.length).toBeGreaterThan(35)
  const parts = page.split(/^## /m).slice(1)
  const withoutPromises = parts
    .filter((part) => !part.includes('| promise |'))
    .map((part) => part.split('\n')[0])
  expect(withoutPromises).toEqual(['What you must do'])
})

test.each(promises)('%s', (_promise, _against, tests = '') => expectTests(tests))

/** What starts a process, as tests and their support write it. */
const starts = /\b(startServer|runServer|openApp|runCommand)\(|scripts\/(command|demo|start)\.mjs|npm', \[/

/** Whether a test, or the support that it imports, starts the server, the demo or a command. */
function startsProcess(file: string, seen = new Set<string>()): boolean {
  if (seen.has(file) || !existsSync(file)) return false
  seen.add(file)
  const source = readFileSync(file, 'utf8')
  const imported = [...source.matchAll(/from '(?:#tests\/|(?=\.\.?\/))([^']+)'/g)].map(
    ([whole, path = '']) => (whole.includes('#tests') ? `tests/${path}` : join(dirname(file), path)),
  )
  return (
    starts.test(source) || imported.some((path) => path.startsWith('tests/') && startsProcess(path, seen))
  )
}

test.each(promises)(
  'is proven on a started process, or says why not: %s',
  (_promise, _against, tests = '', started) => {
    const isStarted = parseTests(tests).some(({ file }) => startsProcess(file))
    expect(started === 'yes').toBe(isStarted)
    if (started !== 'yes') expect(started).toMatch(/^(no|not yet): .{10}/)
  },
)

const bounds = listRows('what', readFileSync('docs/bounds.md', 'utf8'))

test('every bound names an existing file', () => {
  expect(bounds.length).toBeGreaterThan(15)
  const files = bounds.map(([, , file = '']) => file.replaceAll('`', ''))
  expect(files.filter((file) => !existsSync(file))).toEqual([])
})

test.each(bounds)('%s: %s', (_, _bound, _file, filledBy = '') => expectTests(filledBy))

/** What the page says may be skipped: 'skipIf(…)' as in the source, or a folder of tests. */
const leftOut = listRows('left out').map(([what = '']) => what.replaceAll('`', ''))

/** The reasons to skip each test under a title. */
function listSkipReasons({ file, title }: { file: string; title: string }): string[][] {
  const found = listTests(readFileSync(file, 'utf8')).filter((each) => each.title === title)
  return found.flatMap(({ leftOutBy }) => leftOutBy)
}

/** Each named test exists, and runs unless the page allows it to be skipped. */
function expectTests(cell: string): void {
  for (const named of parseTests(cell)) {
    const { file, title } = named
    expect(existsSync(file), file).toBe(true)
    const reasonsByTest = listSkipReasons(named)
    expect(reasonsByTest.length, `${file} has no test called '${title}'`).toBeGreaterThan(0)
    const running = reasonsByTest.filter((reasons) => reasons.every((reason) => leftOut.includes(reason)))
    expect(running, `${file}: '${title}' is left out`).not.toEqual([])
  }
}

/** The folders and skip reasons of the promises' tests. */
function listUsed(): Set<string> {
  const named = promises.flatMap(([, , tests = '']) => parseTests(tests))
  return new Set(named.flatMap((each) => [dirname(each.file), ...listSkipReasons(each).flat()]))
}

test('every exception in the table is used by a promise', () => {
  const used = listUsed()
  expect(leftOut.length).toBeGreaterThan(0)
  expect(leftOut.filter((each) => !used.has(each))).toEqual([])
})

test('the page lists the folders of promises that npm test leaves out', () => {
  const used = listUsed()
  const projects = readFileSync('vitest.config.ts', 'utf8')
  const folders = [...projects.matchAll(/process\.env\.(\w+) \? \['(tests\/\w+)/g)].map(
    ([, , folder]) => folder,
  )
  expect(leftOut.filter((each) => each.startsWith('tests/') && !each.endsWith('/postgres'))).toEqual(
    folders.filter((folder) => folder && used.has(folder)),
  )
})

describe('the page has the numbers of the code:', () => {
  test('rate limits', () => {
    const documented = listRows('limit').map(([name, max, window]) => [name, max, window])
    const rules = Object.entries(rateLimits).map(([name, { max, windowMs }]) => [
      `\`${name}\``,
      String(max),
      `${windowMs / 1000} s`,
    ])
    expect(documented).toEqual(rules)
  })

  test('sizes', () => {
    const kilobytes = [
      bodyLimits.anonymous,
      bodyLimits.form,
      bodyLimits.json,
      bodyLimits.picture,
      IMAGE_LIMIT_BYTES,
    ]
    expect(listRows('size').map(([, max]) => max)).toEqual([
      ...kilobytes.map((bytes) => `${bytes / 1024} kB`),
      String(MAX_PER_PAGE),
    ])
  })

  test('lengths', () => {
    expect(listRows('length').map(([, max]) => Number(max))).toEqual([
      MAX_FIELDS,
      REDIRECT_TARGET_LIMIT,
      typedLimit(NAME_LIMIT),
      typedLimit(LEAGUE_NAME_LIMIT),
      MAIL_ADDRESS_TYPED_LIMIT,
      ZONE_LIMIT,
      CONFIRMATION_LIMIT,
      SCORE_TYPED_LIMIT,
    ])
  })

  test('concurrent requests', () => {
    expect(listRows('at once').map(([, max]) => Number(max))).toEqual([
      capacity.extras,
      capacity.reads,
      capacity.pages,
      capacity.saves,
      capacity.savesOfWriter,
      maxWaitMs.read,
      maxWaitMs.page,
      capacity.connections,
      capacity.unansweredOfConnection,
      capacity.unanswered,
      capacity.signIns,
      capacity.signOuts,
      capacity.visitorChecks,
      capacity.uploads,
    ])
  })
})

test('README links to the page', () => {
  expect(readFileSync('README.md', 'utf8')).toContain('docs/security.md')
})

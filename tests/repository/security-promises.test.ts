import { existsSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
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
import { capacity, maxWaitMs } from '#app/server/load-shedding/load-shedding.server.ts'
import { rateLimitRules } from '#app/server/rate-limit.server.ts'
import { bodyLimits } from '#app/server/request/body-limits.server.ts'
import { listTests } from '#tests/support/test-titles.ts'

/** docs/security.md and docs/bounds.md against the tests they name and the numbers of the code. */
const page = readFileSync('docs/security.md', 'utf8')

/** The rows of every table under a header that begins with this word, cell by cell. */
function rowsUnder(header: string, text = page): string[][] {
  const tables = text.split(/\n\n+/).filter((block) => block.startsWith(`| ${header} |`))
  return tables.flatMap((table) => table.trim().split('\n').slice(2)).map(cells)
}

function cells(row: string): string[] {
  return row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
}

/** What a cell names: file and title of each test. */
function testsIn(cell: string): { file: string; title: string }[] {
  return cell.split(' · ').map((part) => {
    const [, file = '', title = ''] = /^`(tests\/[\w/.-]+\.test\.tsx?)`: (.+)$/.exec(part) ?? []
    if (file === '') throw new Error(`'${part}' names no test`)
    return { file, title }
  })
}

const promises = rowsUnder('promise')

test('there are promises in every part of the page', () => {
  expect(promises.length).toBeGreaterThan(35)
  const parts = page.split(/^## /m).slice(1)
  const bare = parts.filter((part) => !part.includes('| promise |')).map((part) => part.split('\n')[0])
  expect(bare).toEqual(['What you must do'])
})

test.each(promises)('%s', (_, held = '') => expectTests(held))

const bounds = rowsUnder('what', readFileSync('docs/bounds.md', 'utf8'))

test('every bound is in a file that is there', () => {
  expect(bounds.length).toBeGreaterThan(15)
  const files = bounds.map(([, , file = '']) => file.replaceAll('`', ''))
  expect(files.filter((file) => !existsSync(file))).toEqual([])
})

test.each(bounds)('%s: %s', (_, _bound, _file, filledBy = '') => expectTests(filledBy))

/** What the page says may be left out: 'skipIf(…)' as the source has it, or a folder of tests. */
const leftOut = rowsUnder('left out').map(([what = '']) => what.replaceAll('`', ''))

/** By what each test under a title may be left out. */
function waysOf({ file, title }: { file: string; title: string }): string[][] {
  const found = listTests(readFileSync(file, 'utf8')).filter((each) => each.title === title)
  return found.flatMap(({ leftOutBy }) => leftOutBy)
}

/** Each of them is there, and runs but where the page says that it does not. */
function expectTests(cell: string): void {
  for (const named of testsIn(cell)) {
    const { file, title } = named
    expect(existsSync(file), file).toBe(true)
    const ways = waysOf(named)
    expect(ways.length, `${file} has no test called '${title}'`).toBeGreaterThan(0)
    const running = ways.filter((way) => way.every((reason) => leftOut.includes(reason)))
    expect(running, `${file}: '${title}' is left out`).not.toEqual([])
  }
}

test('nothing may be left out that no promise needs to', () => {
  const named = promises.flatMap(([, held = '']) => testsIn(held))
  const used = new Set(named.flatMap((each) => [dirname(each.file), ...waysOf(each).flat()]))
  expect(leftOut.length).toBeGreaterThan(0)
  expect(leftOut.filter((each) => !used.has(each))).toEqual([])
})

test('the folders that npm test leaves out are told', () => {
  const projects = readFileSync('vitest.config.ts', 'utf8')
  const folders = [...projects.matchAll(/process\.env\.(\w+) \? \['(tests\/\w+)/g)].map(
    ([, , folder]) => folder,
  )
  expect(leftOut.filter((each) => each.startsWith('tests/'))).toEqual(folders)
})

describe('the numbers are those of the code:', () => {
  test('limits', () => {
    const told = rowsUnder('limit').map(([name, most, window]) => [name, most, window])
    const rules = Object.entries(rateLimitRules).map(([name, { max, windowMs }]) => [
      `\`${name}\``,
      String(max),
      `${windowMs / 1000} s`,
    ])
    expect(told).toEqual(rules)
  })

  test('sizes', () => {
    const kilobytes = [
      bodyLimits.stranger,
      bodyLimits.form,
      bodyLimits.json,
      bodyLimits.picture,
      IMAGE_LIMIT_BYTES,
    ]
    expect(rowsUnder('size').map(([, most]) => most)).toEqual([
      ...kilobytes.map((bytes) => `${bytes / 1024} kB`),
      String(MAX_PER_PAGE),
    ])
  })

  test('lengths', () => {
    expect(rowsUnder('length').map(([, most]) => Number(most))).toEqual([
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

  test('what may be under way at once', () => {
    expect(rowsUnder('at once').map(([, most]) => Number(most))).toEqual([
      capacity.reads,
      capacity.pages,
      capacity.saves,
      maxWaitMs.read,
      maxWaitMs.page,
      capacity.connections,
      capacity.signIns,
      capacity.signOuts,
      capacity.visitorChecks,
      capacity.uploads,
    ])
  })
})

test('README leads here', () => {
  expect(readFileSync('README.md', 'utf8')).toContain('docs/security.md')
})

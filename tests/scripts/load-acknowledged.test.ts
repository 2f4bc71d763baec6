import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { saveLineup } from '#app/services/teams/lineups.server.ts'
import { saveTeam } from '#app/services/teams/teams.server.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { compareSaves, createSaveLog, listViolations, toSaveOutcome } from '../../scripts/load/save-log.ts'
import { findNewestReceiptId } from '../../scripts/load/stored-saves.ts'

/** The oracle itself must detect each kind of violation, or a passing fault test proves nothing. */
let store: Awaited<ReturnType<typeof openTestDatabase>>
let managerId: number
let log: ReturnType<typeof createSaveLog>

const six = ['AT', 'GR', 'DE', 'NO', 'SM', 'PT']
const reversed = [...six].reverse()

beforeEach(async () => {
  store = await openTestDatabase()
  managerId = await store.manager('anna')
  log = createSaveLog()
})

async function sendTeam(teamName = 'Lamps', codes = six) {
  const answered = log.send({ managerId, kind: 'team', teamName, roundNumbers: [], codes })
  const input = { teamName, managerName: 'Anna', codes }
  const saved = await saveTeam(store.db, { managerId, input, clock: store.clock })
  answered(saved.ok ? 'saved' : 'refused')
}

async function sendLineup(codes: readonly string[], { alsoLater = false } = {}) {
  const roundNumbers = alsoLater ? [1, 2, 3] : [1]
  const answered = log.send({ managerId, kind: 'line-up', teamName: null, roundNumbers, codes })
  const input = { roundNumber: 1, codes, alsoLater }
  const saved = await saveLineup(store.db, { managerId, input, clock: store.clock })
  answered(saved.ok ? 'saved' : 'refused')
}

const run = (statement: string) => sql.raw(statement).execute(store.db)
const compare = () => compareSaves(store.db, log.saves)
const broken = async () => listViolations(await compare())

test('a database with all acknowledged saves has no violation', async () => {
  await sendTeam()
  await sendLineup(reversed)
  await sendLineup(six, { alsoLater: true })
  await sendTeam('Lanterns', ['AT', 'GR', 'DE', 'NO', 'SM', 'IE'])
  await sendLineup(reversed)
  const found = await compare()
  expect(found).toMatchObject({ acknowledged: 4, refused: 1, unanswered: 0 })
  expect(listViolations(found)).toEqual([])
})

test('an acknowledged save that is not stored is lost', async () => {
  await sendTeam()
  log.send({ managerId, kind: 'line-up', teamName: null, roundNumbers: [1], codes: reversed })('saved')
  expect(await broken()).toContainEqual(expect.stringMatching(/^lost: .*1 acknowledged, 0 stored/))
})

test('an unanswered save may be stored or not', async () => {
  await sendTeam()
  await sendLineup(reversed)
  for (const save of log.saves.slice(1)) save.outcome = 'unanswered'
  log.send({ managerId, kind: 'line-up', teamName: null, roundNumbers: [2], codes: reversed })
  expect(await compare()).toMatchObject({ acknowledged: 1, unanswered: 2, unansweredStored: 1 })
  expect(await broken()).toEqual([])
})

test('a stored save that was refused or never sent is a violation', async () => {
  await sendTeam()
  await sendLineup(reversed)
  for (const save of log.saves.slice(1)) save.outcome = 'refused'
  expect(await broken()).toContainEqual(expect.stringMatching(/^neverSent: /))
  log.saves.pop()
  expect(await broken()).toContainEqual(expect.stringMatching(/^neverSent: /))
})

test('an earlier save in force after a later acknowledged one is a violation', async () => {
  await sendTeam()
  await sendLineup(reversed)
  await sendLineup(six)
  const [first, second] = log.saves.slice(1)
  if (!first || !second) throw new Error('two line-ups were sent')
  expect(await broken()).toEqual([])
  const times = { sentAt: second.sentAt, endedAt: second.endedAt }
  Object.assign(second, { sentAt: first.sentAt, endedAt: first.endedAt })
  Object.assign(first, times)
  expect(await broken()).toContainEqual(expect.stringMatching(/^overtaken: /))
})

test.each([
  ['a team with a country twice', 'update teams set entry_2 = entry_1', /not six countries/],
  ['a receipt without its line-up', 'delete from lineups where round_number = 1', /no stored row/],
  [
    'a line-up that differs from its receipt',
    'update lineups set entry_1 = entry_2, entry_2 = entry_1',
    /differs/,
  ],
  ['a team that was not counted', 'update games set team_count = 0', /counted/],
  ['an older receipt in force', 'update lineups set receipt_id = 1', /newer/],
])('a partially stored save is a violation: %s', async (_, tear, complaint) => {
  await sendTeam()
  await sendLineup(reversed)
  expect(await broken()).toEqual([])
  await run(tear)
  expect(await broken()).toContainEqual(expect.stringMatching(/^half: /))
  expect((await broken()).join('\n')).toMatch(complaint)
})

test('a save with a time at the deadline is late', async () => {
  await sendTeam()
  await run('update rounds set deadline_at = (select max(saved_at) from receipts) where round_number = 1')
  expect(await broken()).toEqual([expect.stringMatching(/^late: /)])
})

test('saves before the first client are ignored', async () => {
  await sendTeam()
  const afterReceiptId = await findNewestReceiptId(store.db)
  log.saves.splice(0)
  await sendLineup(reversed)
  expect(listViolations(await compareSaves(store.db, log.saves, { afterReceiptId }))).toEqual([])
})

test('a response acknowledges a save by its flash message, or by 2xx of the API', () => {
  const note = (code: string) => [
    `flash=${Buffer.from(JSON.stringify({ code })).toString('base64url')}; Path=/`,
  ]
  expect(toSaveOutcome({ status: 303, setCookie: note('lineup-saved') })).toBe('saved')
  expect(toSaveOutcome({ status: 303, setCookie: [] })).toBe('refused')
  expect(toSaveOutcome({ status: 204, setCookie: [] })).toBe('saved')
  expect(toSaveOutcome({ status: 503, setCookie: note('lineup-saved') })).toBe('refused')
  expect(toSaveOutcome(null)).toBe('unanswered')
})

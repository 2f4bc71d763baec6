import type { ChildProcess } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#db/engine.server.ts'
import { entryCodes, getEntryOrder, openSaver, type Saver } from '#tests/faults/support/client.ts'
import { makeFolder, makeGame, type Player } from '#tests/faults/support/game.ts'
import { startServer } from '#tests/support/server.ts'
import { setDeadline } from '../../../scripts/bench/rush/prepare-savers.ts'
import { rushOnce } from '../../../scripts/bench/rush/run.ts'
import { checkDeadlineRun } from '../../../scripts/load/check-deadline-run.ts'
import { kinds } from '../../../scripts/load/plan.ts'
import { compareSaves, createSaveLog } from '../../../scripts/load/save-log.ts'
import { scheduleArrivals } from '../../../scripts/load/schedule.ts'
import { findNewestReceiptId } from '../../../scripts/load/stored-saves.ts'

/**
 * The deadline passes during many saves and reads. The tests check the responses and what is stored; durations are
 * measured by `npm run bench -- rush`.
 */
const { file, folder, remove } = makeFolder()
const children: ChildProcess[] = []
let server: Awaited<ReturnType<typeof startServer>>
let players: Player[]

beforeAll(async () => {
  players = (await makeGame(file, 100)).players
  server = await startServer({ DATABASE_FILE: file })
  const log = createSaveLog()
  await Promise.all(players.map((player) => openSaver(server.port, player, log).saveTeam('Rushers')))
  expect(log.saves.filter(({ outcome }) => outcome === 'saved')).toHaveLength(100)
})
afterAll(async () => {
  for (const child of children) child.kill()
  await server.stop()
  remove()
})

/** The pages read between saves, each with a text that only the complete response contains. */
const looks = [
  ['/', 'Latest News'],
  ['/game', 'Game Dashboard'],
  ['/api/teams/mine', '"teamName":"Rushers"'],
] as const

/**
 * Three managers of a group save at once, then one of them reads, repeatedly, until all three were too late three times in
 * a row. Returns the responses to the saves.
 */
async function play(group: readonly Saver[], roundNumber: number, read: Read, onTurn: () => Promise<void>) {
  const saved: number[] = []
  for (let [turn, late] = [0, 0]; late < 3; turn += 1) {
    const three = [0, 1, 2].flatMap((at) => group[(3 * turn + at) % group.length] ?? [])
    const saves = await Promise.all(three.map((each) => each.saveLineup(getEntryOrder(turn), roundNumber)))
    const statuses = saves.map(({ reply }) => reply?.status ?? 0)
    expect([303, 409], 'saved, or too late').toEqual(expect.arrayContaining(statuses))
    saved.push(...statuses)
    late = statuses.every((status) => status === 409) ? late + 1 : 0
    for (const reader of three.slice(0, 1)) await read(reader, turn)
    await onTurn()
  }
  return saved
}

type Read = (reader: Saver, turn: number) => Promise<void>

test('every accepted save is stored, and none that comes after the deadline is accepted', async () => {
  const db = openDatabase(file)
  const log = createSaveLog()
  const afterReceiptId = await findNewestReceiptId(db)
  const roundNumber = await setDeadline(db, Date.now() + 3_600_000)
  const read: Record<string, unknown[]> = {}
  const look: Read = async (reader, turn) => {
    const [path, words] = looks[turn % looks.length] ?? looks[0]
    const { status, body } = await reader.get(path)
    const told = status === 200 && !body.includes(words) ? `no '${words}'` : status
    read[path] = [...(read[path] ?? []), told]
  }
  let [turns, deadlineAt] = [0, 0]
  /** After 24 rounds of all groups the deadline is moved before the following saves; all groups continue meanwhile. */
  const onTurn = async () => {
    turns += 1
    if (turns !== 24) return
    deadlineAt = Date.now() + 300
    await setDeadline(db, deadlineAt)
  }
  const groups = [0, 20, 40, 60].map((from) =>
    players.slice(from, from + 20).map((player) => openSaver(server.port, player, log)),
  )
  const saved = (await Promise.all(groups.map((each) => play(each, roundNumber, look, onTurn)))).flat()

  const comparison = await compareSaves(db, log.saves, { afterReceiptId })
  await db.destroy()
  const count = (status: number) => saved.filter((each) => each === status).length
  expect(count(303)).toBeGreaterThanOrEqual(72)
  expect(comparison).toMatchObject({ acknowledged: count(303), refused: count(409), unanswered: 0 })
  const verdict = checkDeadlineRun({ samples: [], saves: log.saves, lateMs: 0 }, comparison, deadlineAt)
  expect(verdict).toMatchObject({ violations: [], refusedInTime: 0 })
  expect(verdict.sentLate).toBeGreaterThanOrEqual(groups.length * 6)
  for (const [path] of looks) {
    expect(read[path], path).toContain(200)
    // On a busy machine a read may exceed the queue's timeout; a save may not.
    expect([200, 503], path).toEqual(expect.arrayContaining(read[path] ?? ['none']))
  }
})

test('the load of the benchmark is sent as planned, and every request gets a response', async () => {
  const perSecond = { form: 20, save: 5, dashboard: 5, api: 5, home: 5 }
  const rates = new Map(kinds.map((kind) => [kind, new Map(Object.entries(perSecond)).get(kind) ?? 0]))
  const planned = scheduleArrivals(rates, { seconds: 1, seed: 12 }).map(({ kind }) => kind)
  expect(planned.length).toBeGreaterThan(20)
  const savers = players.slice(80).map((player) => ({ ...player, codes: entryCodes, leagueId: 1 }))
  const { port, child } = server
  const from = { children, port, pid: child.pid, file, folder, savers }
  const { log, deadlineCheck } = await rushOnce({ ...from, seconds: 1, perSecond, isChecked: true })
  expect(deadlineCheck?.violations).toEqual([])
  const sent = log.samples.filter(({ kind }) => !kind.includes(':'))
  expect(sent.map(({ kind }) => kind).sort()).toEqual(planned.sort())
  expect(sent.filter(({ status }) => status === 0)).toEqual([])
})

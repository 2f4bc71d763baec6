import { expect, test } from 'vitest'
import { checkDeadlineRun } from '../../scripts/load/check-deadline-run.ts'
import type { Sample } from '../../scripts/load/plan.ts'
import type { SaveComparison, SentSave } from '../../scripts/load/save-log.ts'
import { nthOrder, scheduleArrivals, scheduleBlocks } from '../../scripts/load/schedule.ts'

/** The load generator and the check of its runs (docs/performance.md, 'Deadline rush'). */

const clean: SaveComparison = {
  acknowledged: 0,
  refused: 0,
  unanswered: 0,
  unansweredStored: 0,
  lost: [],
  neverSent: [],
  overtaken: [],
  late: [],
  half: [],
  damage: [],
}
const deadline = 1000

function saveAt(sentAt: number, outcome: SentSave['outcome']): SentSave {
  const input = { managerId: 1, kind: 'line-up' as const, teamName: null, roundNumbers: [2], codes: ['SE'] }
  return { ...input, sentAt, endedAt: sentAt + 5, outcome }
}

const samplesWithStatus = (kind: Sample['kind'], statuses: readonly number[]) =>
  statuses.map((status): Sample => ({ kind, at: 1, ms: 1, status }))

test('arrivals have the configured rate and independent gaps, and the same seed gives the same ones', () => {
  const perSecond = new Map([
    ['home', 100],
    ['save', 20],
  ])
  const arrivals = scheduleArrivals(perSecond, { seconds: 100, seed: 1 })
  const count = (kind: string) => arrivals.filter((each) => each.kind === kind).length
  expect(Math.abs(count('home') - 10_000)).toBeLessThan(500)
  expect(Math.abs(count('save') - 2000)).toBeLessThan(200)
  expect(arrivals.map(({ atMs }) => atMs)).toEqual(arrivals.map(({ atMs }) => atMs).sort((a, b) => a - b))
  expect(scheduleArrivals(perSecond, { seconds: 100, seed: 1 })).toEqual(arrivals)
  expect(scheduleArrivals(perSecond, { seconds: 100, seed: 2 })).not.toEqual(arrivals)
})

test('in blocks each comes twice in a row with the same arrivals, and pairs of blocks differ', () => {
  const perSecond = new Map([['home', 50] as const])
  const arrivals = scheduleBlocks(perSecond, { seconds: 24, seed: 1, blockSeconds: 6 })
  const offsetsIn = (block: number) =>
    arrivals
      .filter(({ atMs }) => Math.floor(atMs / 6000) === block)
      .map(({ atMs }) => Math.round(atMs - block * 6000))
  const [first, again, second, secondAgain] = [0, 1, 2, 3].map(offsetsIn)
  expect(Math.abs((first?.length ?? 0) - 300)).toBeLessThan(80)
  expect([again, secondAgain]).toEqual([first, second])
  expect(second).not.toEqual(first)
  expect(arrivals.map(({ atMs }) => atMs)).toEqual(arrivals.map(({ atMs }) => atMs).sort((a, b) => a - b))
})

test('720 saves of the same six countries are all different', () => {
  const orders = Array.from({ length: 720 }, (_, n) => nthOrder([1, 2, 3, 4, 5, 6], n).join())
  expect(new Set(orders).size).toBe(720)
})

test('an accepted save that was sent at the deadline is a violation', () => {
  const log = { lateMs: 0, samples: [], saves: [saveAt(deadline - 1, 'saved'), saveAt(deadline, 'refused')] }
  expect(checkDeadlineRun(log, clean, deadline)).toEqual({ violations: [], refusedInTime: 0, sentLate: 1 })
  const accepted = { ...log, saves: [saveAt(deadline, 'saved')] }
  expect(checkDeadlineRun(accepted, clean, deadline).violations).toEqual([
    'accepted late: manager 1, sent 0 ms after',
  ])
})

test('saves refused in time are counted, those that ended at the deadline are not', () => {
  const saves = [saveAt(10, 'refused'), saveAt(20, 'unanswered'), saveAt(deadline - 2, 'refused')]
  const samples = [...samplesWithStatus('save: page', [200, 503]), ...samplesWithStatus('dashboard', [503])]
  expect(checkDeadlineRun({ lateMs: 0, samples, saves }, clean, deadline)).toMatchObject({
    violations: [],
    refusedInTime: 3,
  })
})

test.each([
  ['no read was', [200, 200], true],
  ['fewer reads were', [503, 200, 200, 200], true],
  ['as many reads were', [503, 200], false],
  ['all reads were', [503, 503], false],
])('shedding half of the saves is a violation while %s shed', (_, reads, isBroken) => {
  const samples = [...samplesWithStatus('save: form', [503, 303]), ...samplesWithStatus('dashboard', reads)]
  const { violations: broken } = checkDeadlineRun({ lateMs: 0, samples, saves: [] }, clean, deadline)
  expect(broken.length > 0).toBe(isBroken)
})

test('a lost save is reported', () => {
  const log = { lateMs: 0, samples: [], saves: [] }
  expect(checkDeadlineRun(log, { ...clean, lost: ['a save'] }, deadline).violations).toEqual(['lost: a save'])
})

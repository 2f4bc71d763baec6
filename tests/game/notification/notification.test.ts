import { describe, expect, test } from 'vitest'
import {
  defaultNotificationChoices,
  findRetryDelay,
  formatCause,
  needsReminder,
  selectDueReminders,
} from '#app/game/notification/notification.ts'

const second = 1000
const hour = 3_600_000
const deadlineAt = Date.parse('2025-05-15T19:00:00Z')
const rounds = [
  { roundNumber: 1, deadlineAt: deadlineAt - 48 * hour },
  { roundNumber: 2, deadlineAt },
  { roundNumber: 3, deadlineAt: deadlineAt + 48 * hour },
]

describe('a reminder’s time', () => {
  test.each([
    ['more than a day before', 24 * hour + second, []],
    ['a day before', 24 * hour, [24]],
    ['a little more than two hours before', 2 * hour + second, [24]],
    ['two hours before, in place of the first', 2 * hour, [2]],
    ['a second before', second, [2]],
    ['at the deadline', 0, []],
    ['after it', -second, []],
  ])('%s', (_, left, hours) => {
    const due = selectDueReminders(rounds, deadlineAt - left)
    expect(due).toEqual(hours.map((each) => ({ roundNumber: 2, hours: each })))
  })
})

test('only managers without a saved order are reminded', () => {
  expect(needsReminder({ hasTeam: false, isAutomatic: false })).toBe(true)
  expect(needsReminder({ hasTeam: true, isAutomatic: true })).toBe(true)
  expect(needsReminder({ hasTeam: true, isAutomatic: false })).toBe(false)
})

test('a confirmed address gets mails about the next game only, by default', () => {
  expect(defaultNotificationChoices).toEqual({ season: true, reminder: false, results: false })
})

test('each cause has a unique key', () => {
  const names = [
    formatCause({ kind: 'season', gameId: 1 }),
    formatCause({ kind: 'reminder', gameId: 1, roundNumber: 2, hours: 24 }),
    formatCause({ kind: 'reminder', gameId: 1, roundNumber: 2, hours: 2 }),
    formatCause({ kind: 'results', gameId: 1, roundNumber: 2 }),
  ]
  expect(new Set(names).size).toBe(4)
})

test('delays between attempts grow, and end', () => {
  const pauses = Array.from({ length: 8 }, (_, index) => findRetryDelay(index + 1))
  const waits = pauses.filter((pause) => pause !== null)
  expect(waits).toHaveLength(7)
  expect(waits).toEqual([...waits].sort((a, b) => a - b))
  expect(pauses.at(-1)).toBeNull()
})

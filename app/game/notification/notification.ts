import type { Round } from '#app/game/season/contest.ts'

const minute = 60_000
const hour = 60 * minute

/** The kinds of mail that a manager can choose. */
export type NotificationKind = 'season' | 'reminder' | 'results'
export type NotificationChoices = Readonly<Record<NotificationKind, boolean>>

export const defaultNotificationChoices: NotificationChoices = {
  season: true,
  reminder: false,
  results: false,
}

/** When reminders are sent, in hours before a deadline, the earliest first. */
const reminderHours = [24, 2] as const
export type ReminderHours = (typeof reminderHours)[number]

/** The hours of a stored reminder; undefined for an unknown value. */
export function parseReminderHours(stored: number | null): ReminderHours | undefined {
  return reminderHours.find((hours) => hours === stored)
}

/** The cause of a notification. A manager is notified of each cause once. */
export type NotificationCause =
  | { kind: 'season'; gameId: number }
  | { kind: 'reminder'; gameId: number; roundNumber: number; hours: ReminderHours }
  | { kind: 'results'; gameId: number; roundNumber: number }

/** A cause as its canonical key: 'reminder:1:2:24'. */
export function formatCause(cause: NotificationCause): string {
  switch (cause.kind) {
    case 'season':
      return `season:${cause.gameId}`
    case 'reminder':
      return `reminder:${cause.gameId}:${cause.roundNumber}:${cause.hours}`
    case 'results':
      return `results:${cause.gameId}:${cause.roundNumber}`
  }
}

/**
 * The due reminders: the first from 24 hours before a deadline, the second instead of it from 2 hours before, none from
 * the deadline on. A clock that jumps over a reminder's time skips it. Instants in epoch ms.
 */
export function selectDueReminders(
  rounds: readonly Pick<Round, 'roundNumber' | 'deadlineAt'>[],
  now: number,
): { roundNumber: number; hours: ReminderHours }[] {
  return rounds.flatMap(({ roundNumber, deadlineAt }) => {
    const left = deadlineAt - now
    const hours = left > 0 ? reminderHours.findLast((each) => left <= each * hour) : undefined
    return hours === undefined ? [] : [{ roundNumber, hours }]
  })
}

/** When a reminder of a round is due, in epoch ms. */
export function computeReminderAt({ deadlineAt }: Pick<Round, 'deadlineAt'>, hours: ReminderHours): number {
  return deadlineAt - hours * hour
}

/** The reminders of a round that are not due yet, to be sent again after a corrected deadline. `now` in epoch ms. */
export function listUpcomingReminders(round: Pick<Round, 'deadlineAt'>, now: number): ReminderHours[] {
  return reminderHours.filter((hours) => computeReminderAt(round, hours) > now)
}

/** The delay of a results mail after the last computation of a round, in ms. */
export const resultsDelayMs = hour

/** How long after that results are still sent, in ms: a server that enables mails later must not send old news. */
const resultsMaxAgeMs = 14 * 24 * hour

/** The part of a season that decides whether a cause is still current. */
interface SeasonState {
  isActive: boolean
  rounds: readonly Pick<Round, 'roundNumber' | 'deadlineAt'>[]
  /** Game time, epoch ms. */
  now: number
}

/**
 * Whether a notification is due now, later, or over: a new game is over when another follows or its last deadline has
 * passed, a reminder is replaced by the next one and ends at the deadline, results end after two weeks. `dueAt` (game
 * time) is for results.
 */
export function decideNotificationTiming(
  cause: NotificationCause,
  dueAt: number,
  { isActive, rounds, now }: SeasonState,
): 'now' | 'later' | 'over' {
  if (!isActive) return 'over'
  switch (cause.kind) {
    case 'season':
      return rounds.some((round) => now < round.deadlineAt) ? 'now' : 'over'
    case 'reminder': {
      const round = rounds.find((each) => each.roundNumber === cause.roundNumber)
      if (!round) return 'over'
      const [due] = selectDueReminders([round], now)
      if (due) return due.hours === cause.hours ? 'now' : due.hours < cause.hours ? 'over' : 'later'
      return now < round.deadlineAt ? 'later' : 'over'
    }
    case 'results':
      if (now < dueAt) return 'later'
      return now < dueAt + resultsMaxAgeMs ? 'now' : 'over'
  }
}

/** Whether a manager is reminded: no team, or only an automatic line-up for that round (D8). */
export function needsReminder({ hasTeam, isAutomatic }: { hasTeam: boolean; isAutomatic: boolean }): boolean {
  return !hasTeam || isAutomatic
}

const retryDelaysMinutes = [2, 5, 15, 60, 180, 360, 720]

/** The longest delay between two attempts, in ms. */
export const longestRetryDelayMs = Math.max(...retryDelaysMinutes) * minute

/** The delay after a failed attempt in ms, longer each time; null after the last. `tries` counts from 1. */
export function findRetryDelay(tries: number): number | null {
  const minutes = retryDelaysMinutes[tries - 1]
  return minutes === undefined ? null : minutes * minute
}

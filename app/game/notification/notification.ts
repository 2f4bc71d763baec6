import type { Round } from '#app/game/season/contest.ts'

const minute = 60_000
const hour = 60 * minute

/** What a fan can ask to be told. */
export type NotificationKind = 'season' | 'reminder' | 'results'
export type NotificationChoices = Readonly<Record<NotificationKind, boolean>>

/** What a confirmed address is told until its owner says otherwise. */
export const defaultNotificationChoices: NotificationChoices = {
  season: true,
  reminder: false,
  results: false,
}

/** How long before a deadline reminders go out, in hours, the earliest first. */
const reminderHours = [24, 2] as const
export type ReminderHours = (typeof reminderHours)[number]

/** The hours of a reminder that was stored; undefined when there is none of that. */
export function parseReminderHours(stored: number | null): ReminderHours | undefined {
  return reminderHours.find((hours) => hours === stored)
}

/** Why something is told. A manager hears of each cause once. */
export type NotificationCause =
  | { kind: 'season'; gameId: number }
  | { kind: 'reminder'; gameId: number; roundNumber: number; hours: ReminderHours }
  | { kind: 'results'; gameId: number; roundNumber: number }

/** A cause as one short word, the same for the same cause: 'reminder:1:2:24'. */
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
 * The reminders whose time it is: from 24 hours before a deadline the first, from 2 hours before it the second in its
 * place, none from the deadline on. A clock that jumps over a reminder's time leaves it out. Instants in epoch ms.
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

/** The reminders of a round that are still to come, which a corrected deadline makes new ones. `now` in epoch ms. */
export function listUpcomingReminders(round: Pick<Round, 'deadlineAt'>, now: number): ReminderHours[] {
  return reminderHours.filter((hours) => computeReminderAt(round, hours) > now)
}

/** How long after the last computation of a round its results are told, in ms. */
export const resultsDelayMs = hour

/** How long after that they are still news, in ms: whoever turns mails on in autumn tells nobody of spring. */
const resultsMaxAgeMs = 14 * 24 * hour

/** What there is to know of a season to say whether a cause is still one. */
interface SeasonState {
  isActive: boolean
  rounds: readonly Pick<Round, 'roundNumber' | 'deadlineAt'>[]
  /** Game time, epoch ms. */
  now: number
}

/**
 * Whether something is to be told now, not yet, or no more: a game that another has followed or whose last deadline
 * has passed is no news, a reminder gives way to the next one and ends at the deadline, results are old after two weeks.
 * `dueAt` (game time) is of results.
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

/** Whether a manager is reminded: no team, or an order for that round that nobody chose (D8). */
export function needsReminder({ hasTeam, isAutomatic }: { hasTeam: boolean; isAutomatic: boolean }): boolean {
  return !hasTeam || isAutomatic
}

const retryDelaysMinutes = [2, 5, 15, 60, 180, 360, 720]

/** The longest pause between two tries, in ms. */
export const longestRetryDelayMs = Math.max(...retryDelaysMinutes) * minute

/** How long to wait after a failed try, in ms, longer each time; null when it is given up. `tries` counts from 1. */
export function findRetryDelay(tries: number): number | null {
  const minutes = retryDelaysMinutes[tries - 1]
  return minutes === undefined ? null : minutes * minute
}

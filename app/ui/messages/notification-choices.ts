import type { NotificationKind } from '#app/game/notification/notification.ts'

/** The kinds of notification, in the order in which they happen in a season. */
export const noticeKinds = ['season', 'reminder', 'results'] as const satisfies readonly NotificationKind[]

/** Label and help text of the three choices (word for word from the spec). */
export const noticeChoiceTexts: Record<NotificationKind, { label: string; help: string }> = {
  season: { label: 'When a new game begins', help: 'One mail a year.' },
  reminder: {
    label: 'Before a deadline, only if my line-up is not set',
    help: '24 hours and 2 hours before a show. None once you have saved your order.',
  },
  results: {
    label: 'When results are in',
    help: 'An hour after a show is computed. The subject line gives nothing away.',
  },
}

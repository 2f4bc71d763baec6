import type { ErrorCode } from '#app/game/errors/errors.ts'
import { pageErrors } from '#app/game/errors/page-errors.ts'

interface CardLink {
  href: string
  label: string
}

/** An error card: what happened, and a button that leads on (spec 8). */
export interface ErrorCardContent {
  title: string
  text: string
  button: CardLink
  /** One more sentence; that of the error itself stands in its place. */
  note?: string
  /** More links beside the button. */
  more?: readonly CardLink[]
  /** The error may be temporary: the card has a link to try again. */
  isPassing?: boolean
}

/** The cards of the errors that spec 8 names; their titles are those of the toasts. */
const cards: Readonly<Record<string, ErrorCardContent>> = {
  ACTIVE_GAME_MISSING: { ...pageErrors.ACTIVE_GAME_MISSING, button: { href: '/', label: 'Home' } },
  TEAM_MISSING: {
    title: pageErrors.TEAM_MISSING.title,
    text: pageErrors.TEAM_MISSING.text,
    // Of a late join another note says that it is not so.
    note: 'You will still be able to change your team until the deadline for the upcoming round.',
    button: { href: '/game/team', label: 'Create Team' },
  },
  NEXT_ROUND_MISSING: {
    ...pageErrors.NEXT_ROUND_MISSING,
    button: { href: '/game/results', label: 'Results' },
    more: [{ href: '/game/history', label: 'Your saves' }],
  },
  MOST_RECENT_ROUND_MISSING: {
    ...pageErrors.MOST_RECENT_ROUND_MISSING,
    button: { href: '/game/team', label: 'Manage Team' },
  },
  TEAM_CHANGE_NOT_ALLOWED: {
    ...pageErrors.TEAM_CHANGE_NOT_ALLOWED,
    button: { href: '/game/lineup', label: 'Set line-up' },
    more: [{ href: '/game/results', label: 'View Results' }],
  },
  TOO_MANY_REQUESTS: {
    title: 'Too many requests',
    text: 'Nothing was done. Please wait a moment and try again.',
    button: { href: '/', label: 'Home' },
    isPassing: true,
  },
  ACCOUNT_NOT_DELETED: {
    ...pageErrors.ACCOUNT_NOT_DELETED,
    button: { href: '/game/account', label: 'Your account' },
  },
  STILL_SIGNED_IN: { ...pageErrors.STILL_SIGNED_IN, button: { href: '/', label: 'Home' } },
} satisfies Partial<Record<ErrorCode, ErrorCardContent>>

/** Changes to the cards once every round is closed, when the spec's button leads to something that cannot be done. */
const cardsAfterSeason: Readonly<Record<string, Pick<ErrorCardContent, 'button' | 'note' | 'more'>>> = {
  TEAM_MISSING: {
    note: 'Every round of this season is closed: you can still explore the countries, but no team can be saved any more.',
    button: { href: '/game', label: 'Back to Dashboard' },
    more: [{ href: '/game/team', label: 'Explore the countries' }],
  },
}

/** The card for an error type; every type that spec 8 does not name gets the general one. */
export function getErrorCard(errorType: string | null, isOver = false): ErrorCardContent {
  const general = {
    title: 'Something went wrong',
    text: 'An unexpected error occurred. Please try again later.',
    button: { href: '/', label: 'Home' },
    isPassing: true,
  }
  if (errorType === null) return general
  return { ...(cards[errorType] ?? general), ...(isOver ? cardsAfterSeason[errorType] : {}) }
}

interface CardLink {
  href: string
  label: string
}

/** An error card: what happened, and a button that leads on (spec 8). */
export interface ErrorCardContent {
  title: string
  text: string
  button: CardLink
  /** A sentence beyond the spec's text: the season is over. */
  note?: string
  /** More links beside the button. */
  more?: readonly CardLink[]
  /** The error may be temporary: the card has a link to try again. */
  isPassing?: boolean
}

const cards: Readonly<Record<string, ErrorCardContent>> = {
  ACTIVE_GAME_MISSING: {
    title: 'No active game',
    text: 'There currently is no active game going on. Please come back later.',
    button: { href: '/', label: 'Home' },
  },
  TEAM_MISSING: {
    title: 'Team not found',
    text: 'You have not created a team yet. Please create a team before continuing. You will still be able to change your team until the deadline for the upcoming round.',
    button: { href: '/game/team', label: 'Create Team' },
  },
  NEXT_ROUND_MISSING: {
    title: 'Final round past deadline',
    text: 'The deadline for the final round has passed. The points are updated soon after the final round has finished.',
    button: { href: '/game/results', label: 'Results' },
    more: [{ href: '/game/history', label: 'Your saves' }],
  },
  MOST_RECENT_ROUND_MISSING: {
    title: 'First round not started yet',
    text: 'Your first round has not started yet. You can still make changes to your team.',
    button: { href: '/game/team', label: 'Manage Team' },
  },
  TEAM_CHANGE_NOT_ALLOWED: {
    title: 'Team change no longer allowed',
    text: "You can no longer change your team. Don't forget to set your line-up for the upcoming rounds.",
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
    title: 'Your account is still there',
    text: 'Nothing was deleted: it could not be stored at the moment. You are still signed in. Please try again later.',
    button: { href: '/game/account', label: 'Your account' },
  },
  STILL_SIGNED_IN: {
    title: 'You are still signed in',
    text: 'Signing out could not be saved at the moment. Please try again later.',
    button: { href: '/', label: 'Home' },
  },
}

/** Changes to the cards once every round is closed, when the spec's button leads to something that cannot be done. */
const cardsAfterSeason: Readonly<Record<string, Pick<ErrorCardContent, 'button' | 'note' | 'more'>>> = {
  TEAM_MISSING: {
    note: 'Every round of this season is closed: the countries can be explored, but no team can be saved for it any more.',
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

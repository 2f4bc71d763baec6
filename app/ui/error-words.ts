/** An error card: what happened, and the way on (spec 8). */
export interface CardWords {
  title: string
  text: string
  button: { href: string; label: string }
}

const cards: Readonly<Record<string, CardWords>> = {
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
  },
  STILL_SIGNED_IN: {
    title: 'You are still signed in',
    text: 'Signing out could not be saved at the moment. Please try again later.',
    button: { href: '/', label: 'Home' },
  },
}

/** The card for an error type; every type that spec 8 does not name gets the general one. */
export function cardWords(errorType: string | null): CardWords {
  return (
    (errorType === null ? undefined : cards[errorType]) ?? {
      title: 'Something went wrong',
      text: 'An unexpected error occurred. Please try again later.',
      button: { href: '/', label: 'Home' },
    }
  )
}

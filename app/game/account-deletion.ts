import type { Round } from './season/contest.ts'
import { hasFirstRoundStarted } from './season/round.ts'

/** Name in the ranking of a team whose manager deleted the account. */
const deletedTeam = 'Deleted team'

export const deletionWord = 'delete'

/** Limit of the confirmation field, in UTF-16 units. */
export const CONFIRMATION_LIMIT = 100

/** Whether the word was typed, in any case, with blanks or quotes around it. */
export function isDeletionConfirmed(typed: string): boolean {
  return typed.length <= CONFIRMATION_LIMIT && /^[\s'"‘’“”]*delete[\s'"‘’“”.]*$/i.test(typed)
}

/**
 * Whether a team's place in the ranking stays after its account is deleted: from the first round's deadline on, no other
 * team's rank may change. Before, there are no ranks, so the team is deleted. In the demo the clock can be before that
 * deadline while results are still published.
 */
export function isRankingPlacePreserved(
  { rounds, publicationId }: { rounds: readonly Round[]; publicationId: number | null },
  now: number,
): boolean {
  return publicationId !== null || hasFirstRoundStarted(rounds, now)
}

/** Whether a row of the ranking is such a place: a managed team cannot have an empty name (D7). */
export function isDeletedTeam(teamName: string): boolean {
  return teamName === ''
}

/** The team name for the ranking. */
export function toRankingName(teamName: string): string {
  return isDeletedTeam(teamName) ? deletedTeam : teamName
}

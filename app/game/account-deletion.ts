import type { Round } from './season/contest.ts'
import { hasFirstRoundStarted } from './season/round.ts'

/** What a place in the ranking is called whose manager deleted the account. */
const deletedTeam = 'Deleted team'

/** What is typed to delete an account. */
export const deletionWord = 'delete'

/** What is longer is not the word, whatever stands around it: UTF-16 units. */
export const CONFIRMATION_LIMIT = 100

/** Whether the word was typed: in any case, with anything invisible or quoting around it. */
export function isDeletionConfirmed(typed: string): boolean {
  return typed.length <= CONFIRMATION_LIMIT && /^[\s'"‘’“”]*delete[\s'"‘’“”.]*$/i.test(typed)
}

/**
 * Whether a team's place outlives its account: from the first round's deadline on ranks are counted among all who
 * play, and nobody else's may change. Before, nobody has a rank, so the team goes whole. In the demo the clock can
 * stand before that deadline while results are still published.
 */
export function isPlaceKept(
  { rounds, publicationId }: { rounds: readonly Round[]; publicationId: number | null },
  now: number,
): boolean {
  return publicationId !== null || hasFirstRoundStarted(rounds, now)
}

/** Whether a row of the ranking is such a place: no team that somebody manages can have an empty name (D7). */
export function isDeletedTeam(teamName: string): boolean {
  return teamName === ''
}

/** The name that the ranking shows. */
export function toRankingName(teamName: string): string {
  return isDeletedTeam(teamName) ? deletedTeam : teamName
}

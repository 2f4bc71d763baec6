import type { Round } from '#app/game/season/contest.ts'

/** A visitor's choice about results (D38). They are shown unless it says 'hide'. */
export type ResultsChoice =
  /** Never answered. */
  | { kind: 'none' }
  | { kind: 'show' }
  /** Hidden but for the rounds up to this one of the season of this year; 0 for none. */
  | { kind: 'hide'; year: number; roundNumber: number }

/** The choice of what belongs to no visitor, and of `/api`, which it does not cover. */
export const showsAll: ResultsChoice = { kind: 'show' }

export const hidesAll: ResultsChoice = { kind: 'hide', year: 0, roundNumber: 0 }

/** The newest round of a season whose results may be shown: every one unless they are hidden, 0 for none. */
export function findRevealedRound(choice: ResultsChoice, year: number): number {
  if (choice.kind !== 'hide') return Number.POSITIVE_INFINITY
  return choice.year === year ? choice.roundNumber : 0
}

/** A round whose results are known, but hidden from the visitor. */
export interface HiddenRound extends Pick<Round, 'roundNumber' | 'title'> {
  /** The year of its season. */
  year: number
}

/** Whether a round is hidden, or comes after one that is. */
export function isRoundHidden(
  { hidden }: { hidden: HiddenRound | null },
  round: Pick<Round, 'roundNumber'> | undefined,
): boolean {
  return hidden !== null && round !== undefined && round.roundNumber >= hidden.roundNumber
}

/** The choice after a press that shows one more round: rounds are revealed in order. */
export function revealRound(choice: ResultsChoice, { year, roundNumber }: HiddenRound): ResultsChoice {
  return choice.kind === 'hide' ? { kind: 'hide', year, roundNumber } : choice
}

/** A choice as the value of its cookie: 'hide', or 'hide.2025.2'. Only hiding has one. */
export function formatResultsChoice(choice: ResultsChoice): string {
  if (choice.kind !== 'hide') return ''
  return choice.roundNumber === 0 ? 'hide' : `hide.${choice.year}.${choice.roundNumber}`
}

/** Parses a value of `formatResultsChoice`. Anything else that begins with 'hide' hides all, the rest is no answer. */
export function parseResultsChoice(text: string | undefined): ResultsChoice {
  const [, year, roundNumber] = /^hide\.(\d{4})\.([1-9])$/.exec(text ?? '') ?? []
  if (year !== undefined) return { kind: 'hide', year: Number(year), roundNumber: Number(roundNumber) }
  return text?.startsWith('hide') ? hidesAll : { kind: 'none' }
}

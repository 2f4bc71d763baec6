import type { ResultsChoice } from '#app/game/results-choice.ts'

/** A manager with a valid session. `sessionHash` identifies the session and cannot be used to sign in. */
export interface Visitor {
  readonly managerId: number
  readonly isAdmin: boolean
  readonly sessionHash: string
  /** Whether results are hidden from them (D38). */
  readonly resultsChoice: ResultsChoice
}

/** Whether the visitor may use /admin: the provider has confirmed it recently (D25, D26). */
export function mayAdminister(visitor: Pick<Visitor, 'isAdmin'> | null): boolean {
  return visitor?.isAdmin === true
}

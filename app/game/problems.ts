import type { NameProblem } from './text/name.ts'

/**
 * Every expected failure of the game's rules, as a closed union. Rules and services return one of these; http/errors maps
 * it to a status and ui/messages/error-messages to a text: a code without a text does not compile.
 */
export type Problem =
  | 'ACCOUNT_MISSING'
  | 'ACTIVE_GAME_MISSING'
  | 'SEASON_CHANGED'
  | 'TEAM_MISSING'
  | 'TEAM_CHANGE_NOT_ALLOWED'
  | 'LOCK_UNCONFIRMED'
  | 'GAME_CONCLUDED'
  | 'TEAM_FULL'
  | 'BUDGET_EXCEEDED'
  | 'TEAM_INCOMPLETE'
  | 'TEAM_OVER_BUDGET'
  | 'ENTRY_UNKNOWN'
  | 'ENTRY_REPEATED'
  | `${'TEAM' | 'MANAGER'}_NAME_${NameProblem}`
  | 'ROUND_MISSING'
  | 'ROUND_PAST_DEADLINE'
  | 'LINEUP_MISMATCH'
  | 'TOO_MANY_REQUESTS'
  | 'TEAM_NOT_SAVED'
  | 'LINEUP_NOT_SAVED'

/** A value, or the problem that prevented it. */
export type Outcome<Value, Code extends string = Problem> =
  | { ok: true; value: Value }
  | { ok: false; problem: Code }

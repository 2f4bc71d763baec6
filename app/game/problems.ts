import type { draftErrors } from './errors/draft-errors.ts'
import type { ErrorCode } from './errors/errors.ts'
import type { teamErrors } from './errors/team-errors.ts'

/** Every expected refusal of a team or a line-up, as a closed union. Rules and services return one of these. */
export type Problem = keyof typeof teamErrors

/** A refusal that needs no server. */
export type DraftProblem = keyof typeof draftErrors

/** A value, or the problem that prevented it. */
export type Outcome<Value, Code extends ErrorCode = Problem> =
  | { ok: true; value: Value }
  | { ok: false; problem: Code }

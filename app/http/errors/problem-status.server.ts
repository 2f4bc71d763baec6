import type { Problem } from '#app/game/problems.ts'

const problemStatuses: Record<Problem, number> = {
  ACCOUNT_MISSING: 401,
  ACTIVE_GAME_MISSING: 404,
  TEAM_MISSING: 404,
  ROUND_MISSING: 404,
  SEASON_CHANGED: 409,
  TEAM_CHANGE_NOT_ALLOWED: 409,
  JOIN_IS_LATE: 409,
  GAME_CONCLUDED: 409,
  ROUND_PAST_DEADLINE: 409,
  TEAM_FULL: 422,
  BUDGET_EXCEEDED: 422,
  TEAM_INCOMPLETE: 422,
  TEAM_OVER_BUDGET: 422,
  ENTRY_UNKNOWN: 422,
  ENTRY_REPEATED: 422,
  TEAM_NAME_MISSING: 422,
  TEAM_NAME_TOO_LONG: 422,
  TEAM_NAME_MALFORMED: 422,
  MANAGER_NAME_MISSING: 422,
  MANAGER_NAME_TOO_LONG: 422,
  MANAGER_NAME_MALFORMED: 422,
  LINEUP_MISMATCH: 422,
  TOO_MANY_REQUESTS: 429,
  TEAM_NOT_SAVED: 503,
  LINEUP_NOT_SAVED: 503,
}

/** The HTTP status of a problem (docs/product.md, 'API responses'). */
export function getProblemStatus(problem: Problem): number {
  return problemStatuses[problem]
}

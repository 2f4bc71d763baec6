import { teamErrors } from '#app/game/errors/team-errors.ts'
import type { Problem } from '#app/game/problems.ts'
import type { ToastMessage } from './error-messages.ts'

/** The message of a refused team or line-up, with the country that it is about (spec 5 and 8, word for word). */
export function getErrorMessage(problem: Problem, country?: string | null): ToastMessage {
  const { title, text } = teamErrors[problem]
  return { title, text: text.replace('{country}', country ?? 'this country'), field: findField(problem) }
}

function findField(problem: Problem): string | undefined {
  if (problem.startsWith('TEAM_NAME')) return 'team-name'
  return problem.startsWith('MANAGER_NAME') ? 'manager-name' : undefined
}

import { type FetchError, getFetchErrorText } from '#app/ui/feedback/fetch-error.ts'
import type { ToastMessage } from './error-messages.ts'

/** Joining needs a team (spec 8, word for word). */
export const teamRequired: ToastMessage = {
  title: 'Team required to join league',
  text: 'Please create your team before joining a league.',
}

const titles: Readonly<Record<string, string>> = {
  create: 'Error creating league',
  join: 'Error joining league',
}

/** The title of a failed action, where the spec has no other (spec 8). */
export function getLeagueFailureTitle(intent: string): string {
  return titles[intent] ?? 'Error changing league'
}

/** The toasts for an action that failed: refused by the server, or the request failed (spec 8). */
export function listLeagueErrors(
  failure: { intent: string } & ({ errors: readonly ToastMessage[] } | FetchError),
): readonly ToastMessage[] {
  if ('errors' in failure) return failure.errors
  return [{ title: getLeagueFailureTitle(failure.intent), text: getFetchErrorText(failure.fetchError) }]
}

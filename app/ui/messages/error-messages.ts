import { draftErrors } from '#app/game/errors/draft-errors.ts'
import type { DraftProblem } from '#app/game/problems.ts'
import { type FetchErrorCode, getFetchErrorText } from '#app/ui/feedback/fetch-error.ts'

/** A toast's two lines. */
export interface ToastMessage {
  title: string
  text: string
  /** Id of the field at which the text stands: in the toast, the title leads there. */
  field?: string | undefined
}

/** The message of a refused step, with the country that it is about (spec 5 and 8, word for word). */
export function getDraftMessage(problem: DraftProblem, country?: string): ToastMessage {
  const { title, text } = draftErrors[problem]
  return { title, text: text.replace('{country}', country ?? 'this country') }
}

/** The toast of a form over the rate limit for changes. */
export const tooFastMessage: ToastMessage = {
  title: 'Not saved',
  text: 'Too many changes in a short time. Please try again in a minute: nothing is lost.',
}

/** The titles for a page whose data could not be fetched by script (spec 8). */
const loadFailureTitles = {
  dashboard: 'Error fetching ranking',
  team: 'Error fetching team',
  lineup: 'Error fetching lineup',
  results: 'Error fetching round results',
  league: 'Error loading league',
} as const

/** The toast when a page's data could not be fetched by script; null without an error. */
export function getLoadFailureMessage(
  page: keyof typeof loadFailureTitles,
  fetchError: FetchErrorCode | null,
): ToastMessage | null {
  return fetchError && { title: loadFailureTitles[page], text: getFetchErrorText(fetchError) }
}

/** The toast when a save by script got no usable response (D17). */
export function getSaveFailureMessage(problem: DraftProblem, fetchError: FetchErrorCode): ToastMessage {
  const { title, text } = draftErrors[problem]
  return { title, text: `${text} ${getFetchErrorText(fetchError)}` }
}

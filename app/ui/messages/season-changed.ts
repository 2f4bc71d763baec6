import type { FormSeasons } from '#app/game/season/form-season.ts'
import type { ErrorCardContent } from './error-cards.ts'
import type { ToastMessage } from './error-messages.ts'
import { getErrorMessage } from './team-messages.ts'

/** The toast for a form that belongs to another season. */
export function getSeasonChangedMessage({ form, active }: FormSeasons): ToastMessage {
  const text = `This form belongs to the ${form} season. The ${active} season is being played now, so nothing was saved.`
  return { ...getErrorMessage('SEASON_CHANGED'), text }
}

/**
 * The error card for a form that belongs to another season. `href` is the page of the active season, with the typed
 * values that are valid there.
 */
export function getSeasonChangedCard(seasons: FormSeasons, href: string): ErrorCardContent {
  const button = { href, label: `Go on in the ${seasons.active} season` }
  return { ...getSeasonChangedMessage(seasons), button }
}

import type { Seasons } from '#app/game/form-season.ts'
import type { CardWords } from './error-words.ts'
import { type Words, wordsOf } from './problem-text.ts'

/** What is said of a form that belongs to another season. */
export function otherSeasonWords({ form, active }: Seasons): Words {
  const text = `This form belongs to the ${form} season. The ${active} season is being played now, so nothing was saved.`
  return { ...wordsOf('SEASON_CHANGED'), text }
}

/**
 * The card in the place of a page whose form belongs to another season. `href` is the page of the active one, with what
 * was typed as far as it can be shown there.
 */
export function otherSeasonCard(seasons: Seasons, href: string): CardWords {
  const button = { href, label: `Go on in the ${seasons.active} season` }
  return { ...otherSeasonWords(seasons), button }
}

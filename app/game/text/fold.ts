import { normalizeText } from './normalize-text.ts'

/** Letters that no normal form takes apart, as people write them who do not have them. */
const plainLetters = new Map(
  'æae œoe øo ßss łl đd ðd þth ħh ıi əe'.split(' ').map((each) => [each.charAt(0), each.slice(1)]),
)

/** A text as search and paste compare it, cut after `limit` units: 'VÆB' is 'vaeb', 'Søren' is 'soren'. */
export function foldText(text: string, limit: number): string {
  return normalizeText(text, 'NFKD', limit)
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .replace(/[æœøßłđðþħıə]/g, (letter) => plainLetters.get(letter) ?? '')
}

/** The folded words of a text, without its signs: 'C’est la vie!' is 'cest la vie'. */
export function foldWords(text: string, limit = 100): string {
  return foldText(text, limit)
    .replace(/[.'’]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

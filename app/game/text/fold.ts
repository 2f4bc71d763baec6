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

/**
 * A text without what people write in different ways, too, cut after `limit` units: 'Bosnia & Herzegovina' is 'bosnia herzegovina',
 * 'U.K.' is 'uk'.
 */
export function foldName(text: string, limit = 100): string {
  return foldText(text, limit)
    .replace(/[.'’]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/^ ?the | and /g, ' ')
    .trim()
}

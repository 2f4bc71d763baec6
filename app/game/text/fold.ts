import { normalizeText } from './normalize-text.ts'

/** Letters that no normal form takes apart, as people write them who do not have them. */
const plainLetters: Record<string, string> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ß: 'ss',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ə: 'e',
}

/** A text as search and paste compare it, cut after `limit` units: 'VÆB' is 'vaeb', 'Søren' is 'soren'. */
export function foldText(text: string, limit: number): string {
  return normalizeText(text, 'NFKD', limit)
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .replace(/[æœøßłđðþħıə]/g, (letter) => plainLetters[letter] ?? '')
}

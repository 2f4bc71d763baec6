import { normalizeText } from './normalize-text.ts'

/** Twice the longest title: its characters may take two UTF-16 units each. */
const TITLE_READ_LIMIT = 400

/**
 * The slug of a title (spec section 3): accents removed, lower case, spaces to hyphens, other non-word
 * characters dropped. Empty for a title without word characters. Of an overlong title only the beginning is read.
 */
export function toSlug(title: string): string {
  return normalizeText(title, 'NFD', TITLE_READ_LIMIT)
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .trim()
    .replace(/\s+/g, '-')
    .replace(/[^\w-]/g, '')
    .replace(/-+/g, '-')
    .replace(/^-|-$/g, '')
}

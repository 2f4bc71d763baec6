/**
 * The slug of a title (spec section 3): accents removed, lower case, spaces to hyphens, other non-word
 * characters dropped. May be empty, for a title without a single word character.
 */
export function slugOf(title: string): string {
  return title
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .trim()
    .replace(/\s+/g, '-')
    .replace(/[^\w-]/g, '')
    .replace(/-+/g, '-')
    .replace(/^-|-$/g, '')
}

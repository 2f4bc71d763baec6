const endings: Partial<Record<number, string>> = { 1: 'st', 2: 'nd', 3: 'rd' }

/**
 * A position in a running order: '1st', '2nd', '3rd', '11th', '21st'. Not by Intl.PluralRules, whose option is also the
 * name of a utility class: Tailwind reads it here and adds its rules to the styles.
 */
export function formatOrdinal(n: number): string {
  const isTeen = Math.floor(n / 10) % 10 === 1
  return `${n}${(!isTeen && endings[n % 10]) || 'th'}`
}

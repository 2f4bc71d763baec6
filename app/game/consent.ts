/** What a visitor may allow beyond the necessary cookies, in the order in which it is written down (spec 2). */
const categories = ['analytics', 'socials', 'advertising'] as const

export type ConsentCategory = (typeof categories)[number]

/** What a visitor said about cookies (spec 3). Necessary ones are always on. */
export interface Consent extends Record<ConsentCategory, boolean> {
  /** Whether any choice was made. */
  isGiven: boolean
}

/** An answer to the question: everything, nothing but the necessary, or some categories by name. */
export type ConsentChoice =
  | { kind: 'accept-all' | 'necessary-only' }
  | { kind: 'save'; chosen: Partial<Record<ConsentCategory, boolean>> }

/** Before a choice nothing is allowed (spec 4). */
export const noConsent: Consent = { isGiven: false, analytics: false, socials: false, advertising: false }

/** What a choice makes of the consent there was; a saved one changes only the categories it names (spec 4). */
export function applyConsentChoice(consent: Consent, choice: ConsentChoice): Consent {
  switch (choice.kind) {
    case 'accept-all':
      return { isGiven: true, analytics: true, socials: true, advertising: true }
    case 'necessary-only':
      return { ...noConsent, isGiven: true }
    case 'save':
      return { ...consent, ...choice.chosen, isGiven: true }
  }
}

/** A given consent as one short word, the same for the same consent: 'necessary', 'necessary.socials' … */
export function formatConsent(consent: Consent): string {
  return ['necessary', ...categories.filter((category) => consent[category])].join('.')
}

/** Longer than anything that formatConsent writes, in UTF-16 units. */
const CONSENT_LIMIT = 100

/** Reads what formatConsent wrote. Anything else is no choice (spec 4: restored if a stored value parses). */
export function parseConsent(text: string | undefined): Consent {
  if (text === undefined || text.length > CONSENT_LIMIT) return noConsent
  const words = text.split('.')
  const consent = {
    isGiven: true,
    analytics: words.includes('analytics'),
    socials: words.includes('socials'),
    advertising: words.includes('advertising'),
  }
  return formatConsent(consent) === text ? consent : noConsent
}

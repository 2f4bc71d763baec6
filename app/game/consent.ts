/** Optional cookie categories, in the order of the cookie's value (spec 2). */
const categories = ['analytics', 'socials', 'advertising'] as const

export type ConsentCategory = (typeof categories)[number]

/** A visitor's cookie consent (spec 3). Necessary cookies are always on. */
export interface Consent extends Record<ConsentCategory, boolean> {
  isGiven: boolean
}

/** A consent choice: everything, only the necessary, or some categories by name. */
export type ConsentChoice =
  | { kind: 'accept-all' | 'necessary-only' }
  | { kind: 'save'; chosen: Partial<Record<ConsentCategory, boolean>> }

/** Before a choice nothing is allowed (spec 4). */
export const noConsent: Consent = { isGiven: false, analytics: false, socials: false, advertising: false }

/** The consent after a choice; 'save' changes only the categories it names (spec 4). */
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

/** A consent as its canonical cookie value: 'necessary', 'necessary.socials' … */
export function formatConsent(consent: Consent): string {
  return ['necessary', ...categories.filter((category) => consent[category])].join('.')
}

/** Limit of the cookie value in UTF-16 units: longer than every result of formatConsent. */
const CONSENT_LIMIT = 100

/** Parses a result of formatConsent. Anything else is no choice (spec 4: restored if a stored value parses). */
export function parseConsent(text: string | undefined): Consent {
  if (text === undefined || text.length > CONSENT_LIMIT) return noConsent
  const allowed = text.split('.')
  const consent = {
    isGiven: true,
    analytics: allowed.includes('analytics'),
    socials: allowed.includes('socials'),
    advertising: allowed.includes('advertising'),
  }
  return formatConsent(consent) === text ? consent : noConsent
}

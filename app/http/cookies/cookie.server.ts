import { config } from '#app/config.server.ts'

const day = 24 * 60 * 60

interface CookieDefinition {
  name: string
  /** How long it lives, in seconds; without this until the browser closes. */
  maxAge?: number
  path?: string
  /** Whether script writes it, too. */
  isOfScript?: boolean
}

/** `__Host-` binds a cookie to this host over https and requires the path '/'; browsers refuse it on http://localhost. */
const toHostName = (name: string) => (config.isHttps ? `__Host-${name}` : name)

/** Every cookie of the site. */
export const cookies = {
  session: { name: toHostName('sid'), maxAge: 90 * day },
  /**
   * One per sign-in attempt, named `attempt:<uuid>` and set by remix-auth-oauth2. It may take an hour: creating an account may
   * include a confirmation mail.
   */
  attempt: { name: toHostName('attempt'), maxAge: 60 * 60, path: config.isHttps ? '/' : '/auth' },
  flash: { name: 'flash', maxAge: 60 },
  consent: { name: 'consent', maxAge: 365 * day },
  /** The time zone that the visitor chose. */
  zone: { name: 'zone', maxAge: 365 * day },
  /** The browser's time zone, set by script (app/ui/hooks/use-safe-revalidate.ts). */
  browserZone: { name: 'tz' },
  /** An invite of a manager who has no team yet; bound to the host, because an accepted one joins a league. */
  invite: { name: toHostName('invite'), maxAge: day },
  /** Hides results from a visitor who is not signed in (D38). */
  results: { name: 'results', maxAge: 365 * day },
  /** The last shown league. */
  league: { name: 'league' },
  /** What was changed and not saved (D52); script stores each change (app/ui/forms/use-draft.ts). */
  teamDraft: { name: 'team-draft', path: '/game', isOfScript: true },
  lineupDraft: { name: 'lineup-draft', path: '/game', isOfScript: true },
} as const satisfies Record<string, CookieDefinition>

/** The value of a cookie in a Cookie header; the first one when it was sent twice. */
export function readCookie(
  header: string | null | undefined,
  { name }: CookieDefinition,
): string | undefined {
  const pair = listCookiePairs(header).find((each) => each.startsWith(`${name}=`))
  return pair?.slice(name.length + 1)
}

/** The cookies of a Cookie header, each as `name=value`. */
export function listCookiePairs(header: string | null | undefined): string[] {
  return (header ?? '').split(';').map((pair) => pair.trim())
}

/** The Set-Cookie value that stores a cookie; `value` has no character that a cookie must not have. */
export function serializeCookie(cookie: CookieDefinition, value: string): string {
  const { name, maxAge, path = '/', isOfScript } = cookie
  const age = maxAge === undefined ? '' : ` Max-Age=${maxAge};`
  return `${name}=${value};${age} Path=${path};${isOfScript ? '' : ' HttpOnly;'} SameSite=Lax${config.isHttps ? '; Secure' : ''}`
}

export function clearCookie(cookie: CookieDefinition): string {
  return serializeCookie({ ...cookie, maxAge: 0 }, '')
}

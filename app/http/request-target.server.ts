import type { Refusal } from './refusal.server.ts'

/**
 * How long a path, and a path with its query, may be, in characters (security.md, 'Bounded'): a target of a sign-in has 4 kB
 * (D24), and so has every page that it can lead to. What leads to and from the provider carries such a target, or its codes.
 */
export const targetLimits = { path: 2 * 1024, whole: 4 * 1024, wholeOfAuth: 12 * 1024 } as const

/**
 * Refuses an address that no page has, before anything looks at it: one that is too long, and one with an empty part ('//'),
 * over which the router's expressions take a time that grows with the square of its length.
 */
export function refuseTarget(target: string): Refusal | undefined {
  const mark = target.indexOf('?')
  const path = mark === -1 ? target : target.slice(0, mark)
  const whole = target.startsWith('/auth/') ? targetLimits.wholeOfAuth : targetLimits.whole
  if (path.length > targetLimits.path || target.length > whole) return tooLong
  return hasEmptyPart(path) ? { errorType: 'NOT_FOUND' } : undefined
}

const tooLong: Refusal = { errorType: 'BAD_REQUEST', message: 'This address is too long.' }

/** A browser, and `URL`, read a backslash as a slash. */
function hasEmptyPart(path: string): boolean {
  return /[/\\]{2}/.test(path)
}

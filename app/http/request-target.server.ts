import type { Refusal } from './refusal.server.ts'

/** How long a path, and a path with its query, may be, in characters (security.md, 'Bounded'). */
export const targetLimits = { path: 2 * 1024, whole: 12 * 1024 } as const

/**
 * Refuses an address that no page has, before anything looks at it: one that is too long, and one with an empty part ('//'),
 * over which the router's expressions take a time that grows with the square of its length.
 */
export function refuseTarget(target: string): Refusal | undefined {
  if (target.length > targetLimits.whole) return tooLong
  const mark = target.indexOf('?')
  const path = mark === -1 ? target : target.slice(0, mark)
  if (path.length > targetLimits.path) return tooLong
  return hasEmptyPart(path) ? { errorType: 'NOT_FOUND' } : undefined
}

const tooLong: Refusal = { errorType: 'BAD_REQUEST', message: 'This address is too long.' }

/** A browser, and `URL`, read a backslash as a slash. */
function hasEmptyPart(path: string): boolean {
  return /[/\\]{2}/.test(path)
}

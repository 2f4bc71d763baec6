import { cookieValue } from './flash.server.ts'
import { type Arrival, isRead } from './front.server.ts'
import { isFixedPage, seesWhatAllSee } from './listed-pages.server.ts'
import { hasSession, sessionOf } from './origin.server.ts'

/**
 * What a request is to whoever waits (docs/decisions/0010-the-gate.md), most urgent first. 'save': somebody known changes
 * something. 'after': the page that tells whether it was saved. 'shared': a page that is drawn once for all who ask; now and
 * then one goes before saves (gate.server.ts). 'page': a page to save on, the way in. 'read': everything else.
 */
export const ranks = ['health', 'save', 'after', 'shared', 'page', 'read'] as const
export type Rank = (typeof ranks)[number]

/** What decides about a request's rank; a missing header is undefined. */
type Asker = Pick<Arrival, 'method' | 'target' | 'cookie' | 'authorization'>

/** The rank of a request for `path`. Whether a cookie or a token is good is not known yet: that costs a look at the store. */
export function rankOf(asker: Asker, path: string): Rank {
  if (!isRead(asker.method)) return writerOf(asker) === undefined ? 'page' : 'save'
  if (path === '/healthz') return 'health'
  if (hasSession(asker.cookie)) return rankOfKnown(asker, path)
  if (isForAll(asker)) return 'shared'
  return path === '/auth/callback' ? 'page' : 'read'
}

function rankOfKnown({ cookie }: Asker, path: string): Rank {
  const hasNote = cookieValue(cookie, 'flash') !== undefined
  if (hasNote && /^\/game([/.]|$)/.test(path)) return 'after'
  return /^\/game\/(lineup|team)(\.data)?$|^\/auth\/callback$/.test(path) ? 'page' : 'read'
}

function isForAll({ target, cookie }: Asker): boolean {
  return isFixedPage(target) && seesWhatAllSee(cookie)
}

/** What a request says at the gate (gate.server.ts). */
export interface Wish {
  rank: Rank
  /** Of what one writer sends, one is under way at a time, in order; undefined waits for nobody. */
  writer?: string | undefined
  /** Aborted once nobody waits for the answer. Without it the work is done all the same, however late. */
  gone?: AbortSignal | undefined
}

/** The same of a request for `path`. What was sent to be stored is done also when its sender is gone: a tunnel, a dead battery. */
export function wishOf(asker: Asker, path: string, gone: AbortSignal): Wish {
  const rank = rankOf(asker, path)
  return isRead(asker.method) ? { rank, gone } : { rank, writer: writerOf(asker) }
}

/** Whose change it is: a session's or a token's. */
function writerOf({ cookie, authorization }: Asker): string | undefined {
  return authorization ?? sessionOf(cookie)
}

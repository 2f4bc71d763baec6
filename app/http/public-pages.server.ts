import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { orNothing } from './attempt.server.ts'
import { canonicalConsent } from './consent-key.server.ts'
import { isRead } from './front.server.ts'
import { dressOther } from './headers.server.ts'
import { keepPage, sendKept } from './kept-page.server.ts'
import { findListed, isFixedPage, seesWhatAllSee, type Topic } from './listed-pages.server.ts'
import { createPageCache, type Drawn, type PageKey } from './page-cache.server.ts'
import { logRequest } from './request-log.server.ts'

interface Sources {
  origin: string
  isHttps: boolean
  /** How often each topic has changed; it answers at once. */
  readVersions: () => Readonly<Record<Topic, number>>
  /** When the pages next change by themselves (system clock, epoch ms). */
  nextChangeAt: () => Promise<number>
  askRemix: (request: Request) => Promise<Response>
}

interface Wanted extends PageKey {
  target: string
  consent: string
}

/**
 * The public pages as everybody sees them who is not signed in, drawn once and kept whole. What is kept is sent
 * before Express is asked; what is not goes through every check of server.ts first, and is then drawn from a
 * request that holds nothing but the page's key, so that nothing of one visitor can reach another.
 */
export function openPublicPages({ origin, isHttps, readVersions, nextChangeAt, askRemix }: Sources) {
  const { host } = new URL(origin)
  const cache = createPageCache()

  function findWanted({ method = '', url = '', headers }: IncomingMessage): Wanted | undefined {
    if (!isRead(method) || headers.host !== host || !seesWhatAllSee(headers.cookie) || bringsBody(headers))
      return
    const page = findListed(url)
    if (!page) return undefined
    const consent = canonicalConsent(headers.cookie)
    const versions = orNothing(readVersions)
    if (!versions) return undefined
    const stamp = page.topics.map((topic) => versions[topic]).join('.')
    return { key: `${page.target} ${consent}`, stamp, target: page.target, consent }
  }

  async function draw({ target, consent }: Wanted): Promise<Drawn> {
    const validUntil = await nextChangeAt()
    const effort = isFixedPage(target) ? 'best' : 'quick'
    const asked = new Request(origin + target, { headers: consent === '' ? {} : { Cookie: consent } })
    const answered = await askRemix(asked)
    const headers = new Headers(answered.headers)
    dressOther(headers, isHttps)
    return (await keepPage(answered, headers, { validUntil, effort })) ?? answered
  }

  return {
    /** Sends the page if it is kept, with its id and its line in the log; false leaves the request to the others. */
    answer(request: IncomingMessage, response: ServerResponse, isClosing: boolean): boolean {
      const wanted = findWanted(request)
      const page = wanted && cache.find(wanted, Date.now())
      if (!page) return false
      const id = randomUUID()
      const closing = isClosing ? ['Connection', 'close'] : []
      logRequest(request, response, id)
      sendKept(request, response, page, ['X-Request-Id', id, ...closing])
      return true
    },

    /**
     * The page as it was kept meanwhile or is drawn to be kept, or the answer for everybody who asks now; undefined: ask
     * for this one alone.
     */
    async draw(request: IncomingMessage): Promise<Drawn | undefined> {
      const wanted = findWanted(request)
      if (!wanted) return undefined
      const kept = cache.find(wanted, Date.now())
      if (kept) return kept
      const drawn = await cache.draw(wanted, () => draw(wanted))
      if (!(drawn instanceof Response)) return drawn
      return drawn.status < 500 ? drawn.clone() : undefined
    },
  }
}

function bringsBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0
}

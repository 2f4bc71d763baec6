import type { IncomingMessage, ServerResponse } from 'node:http'
import { orNothing } from './attempt.server.ts'
import { isRead } from './front.server.ts'
import { dressOther } from './headers.server.ts'
import { type KeptPage, keepAnswer, sendKept } from './kept-page.server.ts'
import { limits } from './limits.server.ts'
import type { Topic } from './listed-pages.server.ts'
import { requestId } from './log.server.ts'
import { createPageCache, type PageKey } from './page-cache.server.ts'
import { logRequest } from './request-log.server.ts'

interface List {
  topics: readonly (Topic | 'ranking')[]
  isPaged: boolean
  /** Whether it takes no credentials. */
  isForAll: boolean
}

/** The lists of the contract that read alike for all who may ask for them. */
const lists = new Map<string, List>([
  ['/api/players', { topics: ['game'], isPaged: false, isForAll: true }],
  ['/api/news', { topics: ['news', 'game'], isPaged: true, isForAll: true }],
  ['/api/teams', { topics: ['ranking', 'game'], isPaged: true, isForAll: false }],
])

interface Sources {
  origin: string
  isHttps: boolean
  /** How often each topic has changed; it answers at once. */
  readVersions: () => Readonly<Record<Topic | 'ranking', number>>
  /** When the news next change by themselves (system clock, epoch ms). */
  nextChangeAt: () => Promise<number>
  /** Whether good credentials come with a request. */
  hasCaller: (request: Request) => Promise<boolean>
}

interface Wanted extends PageKey {
  list: List
}

/**
 * The lists of the JSON contract, serialised once per version of what they show. Every request counts towards its limit
 * and then shows its credentials; only then a kept answer is sent, before Express is asked.
 */
export function openKeptLists({ origin, isHttps, readVersions, nextChangeAt, hasCaller }: Sources) {
  const cache = createPageCache()

  function findWanted({ method = '', url = '', headers }: IncomingMessage): Wanted | undefined {
    if (
      !isRead(method) ||
      headers['transfer-encoding'] !== undefined ||
      Number(headers['content-length'] ?? 0)
    )
      return undefined
    const list = findList(url)
    const versions = list && orNothing(readVersions)
    if (!versions) return undefined
    return { key: url, stamp: list.topics.map((topic) => versions[topic]).join('.'), list }
  }

  async function isAllowed({ list }: Wanted, { url = '', headers }: IncomingMessage): Promise<boolean> {
    if (list.isForAll) return true
    const { cookie = '', authorization } = headers
    const shown = new Headers({ Cookie: cookie })
    if (authorization !== undefined) shown.set('Authorization', authorization)
    return hasCaller(new Request(origin + url, { headers: shown })).catch(() => false)
  }

  return {
    /** Sends the list if it is kept and may be read; false leaves the request to the others. */
    async answer(
      request: IncomingMessage,
      response: ServerResponse,
      { address, isClosing }: { address: string; isClosing: boolean },
    ): Promise<boolean> {
      const wanted = findWanted(request)
      const kept = wanted && cache.find(wanted, Date.now())
      if (!kept || !limits.apiRead.consume(address).ok) return false
      if (!(await isAllowed(wanted, request))) {
        // Who is refused is refused by the route, and a request counts once: there.
        limits.apiRead.release(address)
        return false
      }
      const id = requestId() ?? ''
      logRequest(request, response, id)
      sendKept(request, response, kept, ['X-Request-Id', id, ...(isClosing ? ['Connection', 'close'] : [])])
      return true
    },

    /** Answers with what was kept meanwhile or by `ask`, and keeps the answer when it is a list. */
    async draw(request: IncomingMessage, ask: () => Promise<Response>): Promise<KeptPage | Response> {
      const wanted = findWanted(request)
      if (!wanted) return ask()
      const kept = cache.find(wanted, Date.now())
      if (kept && (await isAllowed(wanted, request))) return kept
      const validUntil = await nextChangeAt()
      const answered = await ask()
      if (answered.status !== 200) return answered
      const headers = new Headers(answered.headers)
      dressOther(headers, isHttps)
      return cache.keep(wanted, await keepAnswer(answered, headers, { validUntil, effort: 'quick' }))
    },
  }
}

/** A query that is not in its plainest form is for the door to make sense of. */
function findList(target: string): List | undefined {
  const [path = '', query, ...rest] = target.split('?')
  const list = lists.get(path)
  if (!list || rest.length > 0) return undefined
  if (query === undefined) return list
  return list.isPaged && isCommon(query) ? list : undefined
}

/** Page after page of a usual size. Every other window has addresses without end, and is not worth keeping. */
function isCommon(query: string): boolean {
  const found = /^(?:offset=(0|[1-9]\d{0,5})&)?limit=(3|9|10|100)$/.exec(query)
  if (!found) return /^offset=(0|[1-9]\d{0,4}0)$/.test(query)
  const [, offset = '0', limit = '10'] = found
  return Number(offset) % Number(limit) === 0
}

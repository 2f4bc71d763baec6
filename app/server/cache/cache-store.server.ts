import { LRUCache } from 'lru-cache'
import type { CachedResponse } from './cached-response.server.ts'

/** Names a cached response: what was requested and for whom (`key`), and the versions of its topics (`version`). */
export interface CacheKey {
  key: string
  version: string
}

/** A response to cache, or one that is shared by the requests that wait for it now but not cached. */
export type RenderedResponse = CachedResponse | Response

const defaultLimits = { responses: 1000, bytes: 64 * 1024 * 1024 }

/** An LRU cache of whole responses, bounded by number and size. Time and versions are arguments. */
export function createCacheStore({ responses, bytes } = defaultLimits) {
  const entries = new LRUCache<string, { version: string; response: CachedResponse }>({
    max: responses,
    maxSize: bytes,
    sizeCalculation: ({ response }, key) => response.bytes + key.length,
  })
  /** Renderings under way by version and key; never more than requests in flight. */
  const pending = new Map<string, Promise<RenderedResponse>>()
  let lastLookupAt = 0

  /** After the system clock is set back, `validUntil` of older entries is too late. */
  function clearIfClockWentBack(now: number): void {
    if (now < lastLookupAt) entries.clear()
    lastLookupAt = now
  }

  /** Copies the key, because a slice of a larger string would keep all of it in memory. */
  function set<Rendered extends RenderedResponse>({ key, version }: CacheKey, rendered: Rendered): Rendered {
    if (!(rendered instanceof Response))
      entries.set(Buffer.from(key).toString(), { version, response: rendered })
    return rendered
  }

  return {
    /** The cached response if it has this version and is valid at `now` (epoch ms of the system clock). */
    find({ key, version }: CacheKey, now: number): CachedResponse | undefined {
      clearIfClockWentBack(now)
      const found = entries.get(key)
      return found?.version === version && now < found.response.validUntil ? found.response : undefined
    },

    set,

    /** What is cached under a key, whatever its version: the response that a newly rendered one replaces. */
    findReplaced({ key }: CacheKey): CachedResponse | undefined {
      return entries.peek(key)?.response
    },

    /**
     * Renders a response once for all who request it meanwhile, and caches it. An error reaches all of them and is not
     * cached.
     */
    render(cacheKey: CacheKey, render: () => Promise<RenderedResponse>): Promise<RenderedResponse> {
      const id = `${cacheKey.version} ${cacheKey.key}`
      const current = pending.get(id)
      if (current) return current
      const rendering = render()
        .then((rendered) => set(cacheKey, rendered))
        .finally(() => pending.delete(id))
      pending.set(id, rendering)
      return rendering
    },
  }
}

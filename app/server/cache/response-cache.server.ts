import { LRUCache } from 'lru-cache'
import type { CachedResponse } from './cached-response.server.ts'

/** Which page, drawn for whom (`key`), and from what (`stamp`: the versions of its topics). */
export interface CacheKey {
  key: string
  version: string
}

/** A page to keep, or an answer that may be shared by those who wait for it now but is not kept. */
export type RenderedResponse = CachedResponse | Response

const defaultLimits = { pages: 500, bytes: 32 * 1024 * 1024 }

/** Keeps whole pages, the last used the longest, within a number and a size. It knows no clock and no database. */
export function createResponseCache({ pages, bytes } = defaultLimits) {
  const entries = new LRUCache<string, { stamp: string; page: CachedResponse }>({
    max: pages,
    maxSize: bytes,
    sizeCalculation: ({ page }, key) => page.bytes + key.length,
  })
  /** As many at most as requests are under way. */
  const pending = new Map<string, Promise<RenderedResponse>>()
  let lastLookupAt = 0

  /** What was drawn before the clock was set back may tell of what is no longer so. */
  function clearIfClockWentBack(now: number): void {
    if (now < lastLookupAt) entries.clear()
    lastLookupAt = now
  }

  /** Under a copy of its key: one cut from something larger would hold on to all of that. */
  function store({ key, version: stamp }: CacheKey, page: CachedResponse): void {
    entries.set(Buffer.from(key).toString(), { stamp, page })
  }

  return {
    /** The kept page if it still holds: drawn from these versions and valid at `now` (system clock, epoch ms). */
    find({ key, version: stamp }: CacheKey, now: number): CachedResponse | undefined {
      clearIfClockWentBack(now)
      const found = entries.get(key)
      return found?.stamp === stamp && now < found.page.validUntil ? found.page : undefined
    },

    /** Keeps a page that was drawn, and returns it. */
    set(cacheKey: CacheKey, page: CachedResponse): CachedResponse {
      store(cacheKey, page)
      return page
    },

    /** Draws a page, once for all who ask for it meanwhile, and keeps it. A failure is everybody's and is forgotten. */
    render(cacheKey: CacheKey, render: () => Promise<RenderedResponse>): Promise<RenderedResponse> {
      const id = `${cacheKey.version} ${cacheKey.key}`
      const already = pending.get(id)
      if (already) return already
      const drawing = render()
        .then((drawn) => {
          if (!(drawn instanceof Response)) store(cacheKey, drawn)
          return drawn
        })
        .finally(() => pending.delete(id))
      pending.set(id, drawing)
      return drawing
    },
  }
}

import { LRUCache } from 'lru-cache'
import type { KeptPage } from './kept-page.server.ts'

/** Which page, drawn for whom (`key`), and from what (`stamp`: the versions of its topics). */
export interface PageKey {
  key: string
  stamp: string
}

/** A page to keep, or an answer that may be shared by those who wait for it now but is not kept. */
export type Drawn = KeptPage | Response

const most = { pages: 500, bytes: 32 * 1024 * 1024 }

/** Keeps whole pages, the last used the longest, within a number and a size. It knows no clock and no database. */
export function createPageCache({ pages, bytes } = most) {
  const kept = new LRUCache<string, { stamp: string; page: KeptPage }>({
    max: pages,
    maxSize: bytes,
    sizeCalculation: ({ page }, key) => page.bytes + key.length,
  })
  /** As many at most as requests are under way. */
  const underWay = new Map<string, Promise<Drawn>>()
  let lastAsked = 0

  /** What was drawn before the clock was set back may tell of what is no longer so. */
  function forgetTheFuture(now: number): void {
    if (now < lastAsked) kept.clear()
    lastAsked = now
  }

  /** Under a copy of its key: one cut from something larger would hold on to all of that. */
  function store({ key, stamp }: PageKey, page: KeptPage): void {
    kept.set(Buffer.from(key).toString(), { stamp, page })
  }

  return {
    /** The kept page if it still holds: drawn from these versions and valid at `now` (system clock, epoch ms). */
    find({ key, stamp }: PageKey, now: number): KeptPage | undefined {
      forgetTheFuture(now)
      const found = kept.get(key)
      return found?.stamp === stamp && now < found.page.validUntil ? found.page : undefined
    },

    /** Keeps a page that was drawn, and returns it. */
    keep(wanted: PageKey, page: KeptPage): KeptPage {
      store(wanted, page)
      return page
    },

    /** Draws a page, once for all who ask for it meanwhile, and keeps it. A failure is everybody's and is forgotten. */
    draw(wanted: PageKey, draw: () => Promise<Drawn>): Promise<Drawn> {
      const id = `${wanted.stamp} ${wanted.key}`
      const already = underWay.get(id)
      if (already) return already
      const drawing = draw()
        .then((drawn) => {
          if (!(drawn instanceof Response)) store(wanted, drawn)
          return drawn
        })
        .finally(() => underWay.delete(id))
      underWay.set(id, drawing)
      return drawing
    },
  }
}

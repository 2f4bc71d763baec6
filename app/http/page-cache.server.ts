import type { KeptPage } from './kept-page.server.ts'

/** Which page, drawn for whom (`key`), and from what (`stamp`: the versions of its topics). */
export interface PageKey {
  key: string
  stamp: string
}

/** A page to keep, or an answer that may be shared by those who wait for it now but is not kept. */
export type Drawn = KeptPage | Response

const most = { pages: 500, bytes: 64 * 1024 * 1024 }

/** Keeps whole pages, the last used the longest, within a number and a size. It knows no clock and no database. */
export function createPageCache({ pages, bytes } = most) {
  const kept = new Map<string, { stamp: string; page: KeptPage }>()
  const underWay = new Map<string, Promise<Drawn>>()
  let size = 0
  let lastAsked = 0

  /** What was drawn before the clock was set back may tell of what is no longer so. */
  function forgetTheFuture(now: number): void {
    if (now < lastAsked) {
      kept.clear()
      size = 0
    }
    lastAsked = now
  }

  function drop(key: string): void {
    size -= kept.get(key)?.page.bytes ?? 0
    kept.delete(key)
  }

  function store({ key, stamp }: PageKey, page: KeptPage): void {
    drop(key)
    kept.set(key, { stamp, page })
    size += page.bytes
    for (const oldest of kept.keys()) {
      if (kept.size <= pages && size <= bytes) return
      drop(oldest)
    }
  }

  return {
    /** The kept page if it still holds: drawn from these versions and valid at `now` (system clock, epoch ms). */
    find({ key, stamp }: PageKey, now: number): KeptPage | undefined {
      forgetTheFuture(now)
      const found = kept.get(key)
      if (found === undefined || found.stamp !== stamp || now >= found.page.validUntil) return undefined
      kept.delete(key)
      kept.set(key, found)
      return found.page
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

import { setTimeout as pause } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { sendRequest } from '../../load/http-client.ts'
import { monotonicNow } from '../../load/save-log.ts'

/** An observed version of a page with a ranking. */
interface ObservedPage {
  path: string
  rows: string
  requestedAt: number
  seenAt: number
}

interface ObserverOptions {
  port: number
  cookie: string
  paths: readonly string[]
  restMs: number
}

/** The parts of a page that change with the results: ranks and points. Of JSON that is everything. */
const rankingParts = /Twelve points for \d+|#[\d,]+|\d+\.\d+/g
const timeoutMs = 30_000

/** Polls some pages continuously. */
export type Observer = ReturnType<typeof startObserver>

/** Reads each page again some time after its response, until stopped. */
export function startObserver({ port, cookie, paths, restMs }: ObserverOptions) {
  const seen: ObservedPage[] = []
  let isStopped = false
  let requestCount = 0

  /** Undefined when the request was refused or the connection failed: nothing was observed. */
  async function readPage(path: string): Promise<ObservedPage | undefined> {
    requestCount += 1
    const requestedAt = monotonicNow()
    const headers = {
      Cookie: cookie,
      'X-Forwarded-For': `10.200.${requestCount % 200}.${(requestCount >> 8) % 250}`,
    }
    const response = await sendRequest({ port, method: 'GET', path, headers })
    if (response === null || response.status === 503) return undefined
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}`)
    const text = unpack(response.body)
    const rows = path.startsWith('/api/') ? text : (text.match(rankingParts) ?? []).join(' ')
    return { path, rows, requestedAt, seenAt: monotonicNow() }
  }

  async function watch(path: string): Promise<void> {
    while (!isStopped) {
      const page = await readPage(path)
      if (page) seen.push(page)
      await pause(restMs)
    }
  }
  let failure: unknown
  const ended = Promise.all(paths.map(watch)).catch((error: unknown) => {
    failure = error
  })
  return {
    seen,
    paths,
    /** The current ranking on every page. */
    async readAllPages(): Promise<Map<string, string>> {
      const now = new Map<string, string>()
      while (now.size < paths.length) {
        for (const page of await Promise.all(paths.map(readPage))) if (page) now.set(page.path, page.rows)
      }
      return now
    },
    /** Throws when a page could not be read. */
    check(): void {
      if (failure) throw failure
    },
    async stop(): Promise<void> {
      isStopped = true
      await ended
      this.check()
    },
  }
}

/** Small and cached responses may be uncompressed. */
function unpack(body: Buffer): string {
  return (body[0] === 0x1f ? gunzipSync(body) : body).toString()
}

/** Waits until every page shows other rows than before; returns when the last of them did. */
export async function untilAllChanged(
  observer: Observer,
  before: ReadonlyMap<string, string>,
): Promise<number> {
  const until = monotonicNow() + timeoutMs
  const waiting = new Set(observer.paths)
  let shownAt = 0
  for (let next = observer.seen.length; monotonicNow() < until; await pause(5)) {
    observer.check()
    for (const { path, rows, seenAt } of observer.seen.slice(next)) {
      next += 1
      if (rows === before.get(path) || !waiting.delete(path)) continue
      shownAt = seenAt
    }
    if (waiting.size === 0) return shownAt
  }
  throw new Error(`The new ranking is not shown on ${[...waiting].join(', ')}`)
}

/**
 * Describes each page that showed neither the old nor the new ranking, and each old one that was requested after
 * another page was new. `publications`: the number of publications.
 */
export function findMixedRankings(seen: readonly ObservedPage[], publications: number): string[] {
  const versions = new Map<string, string[]>()
  const firstNewAt: number[] = []
  for (const { path, rows, seenAt } of seen.toSorted((a, b) => a.seenAt - b.seenAt)) {
    const states = versions.get(path) ?? []
    if (!states.includes(rows)) {
      states.push(rows)
      const version = states.length - 1
      firstNewAt[version] = Math.min(firstNewAt[version] ?? Number.POSITIVE_INFINITY, seenAt)
    }
    versions.set(path, states)
  }
  const mixed = [...versions].flatMap(([path, states]) =>
    states.length === publications + 1
      ? []
      : [`${path} was seen in ${states.length} states after ${publications} publications`],
  )
  const late = seen.filter(({ path, rows, requestedAt }) => {
    const next = (versions.get(path) ?? []).indexOf(rows) + 1
    return requestedAt > (firstNewAt[next] ?? Number.POSITIVE_INFINITY)
  })
  return [...mixed, ...late.map(({ path }) => `${path} was old after another page was new`)]
}

import { setTimeout as pause } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { sendRequest } from '../../load/http-client.ts'
import { monotonicNow } from '../../load/save-log.ts'

/** An observed version of a page with a ranking. */
interface ObservedPage {
  path: string
  rows: string
  askedAt: number
  seenAt: number
}

interface ObserverOptions {
  port: number
  cookie: string
  paths: readonly string[]
  restMs: number
}

/** The parts of a page that change with the results: ranks and points. Of JSON that is everything. */
const tellingParts = /Twelve points for \d+|#[\d,]+|\d+\.\d+/g
const patienceMs = 30_000

/** Polls some pages continuously. */
export type Observer = ReturnType<typeof startObserver>

/** Reads each page again some time after its response, until stopped. */
export function startObserver({ port, cookie, paths, restMs }: ObserverOptions) {
  const seen: ObservedPage[] = []
  let isStopped = false
  let looks = 0

  /** Undefined when the request was refused or the connection failed: nothing was observed. */
  async function look(path: string): Promise<ObservedPage | undefined> {
    looks += 1
    const askedAt = monotonicNow()
    const headers = { Cookie: cookie, 'X-Forwarded-For': `10.200.${looks % 200}.${(looks >> 8) % 250}` }
    const answer = await sendRequest({ port, method: 'GET', path, headers })
    if (answer === null || answer.status === 503) return undefined
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
    const text = unpack(answer.body)
    const rows = path.startsWith('/api/') ? text : (text.match(tellingParts) ?? []).join(' ')
    return { path, rows, askedAt, seenAt: monotonicNow() }
  }

  async function watch(path: string): Promise<void> {
    while (!isStopped) {
      const found = await look(path)
      if (found) seen.push(found)
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
    async lookAround(): Promise<Map<string, string>> {
      const now = new Map<string, string>()
      while (now.size < paths.length) {
        for (const found of await Promise.all(paths.map(look))) if (found) now.set(found.path, found.rows)
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
  const until = monotonicNow() + patienceMs
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
 * another page was new. `presses`: the number of publications.
 */
export function findMixedRankings(seen: readonly ObservedPage[], presses: number): string[] {
  const versions = new Map<string, string[]>()
  const firstNewAt: number[] = []
  for (const { path, rows, seenAt } of seen.toSorted((a, b) => a.seenAt - b.seenAt)) {
    const known = versions.get(path) ?? []
    if (!known.includes(rows)) {
      known.push(rows)
      const version = known.length - 1
      firstNewAt[version] = Math.min(firstNewAt[version] ?? Number.POSITIVE_INFINITY, seenAt)
    }
    versions.set(path, known)
  }
  const halves = [...versions].flatMap(([path, known]) =>
    known.length === presses + 1
      ? []
      : [`${path} was seen in ${known.length} states after ${presses} presses`],
  )
  const late = seen.filter(({ path, rows, askedAt }) => {
    const next = (versions.get(path) ?? []).indexOf(rows) + 1
    return askedAt > (firstNewAt[next] ?? Number.POSITIVE_INFINITY)
  })
  return [...halves, ...late.map(({ path }) => `${path} was old after another page was new`)]
}

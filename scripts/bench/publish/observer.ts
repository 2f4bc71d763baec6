import { setTimeout as pause } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { instant } from '../../load/acknowledged.ts'
import { ask } from '../../load/wire.ts'

/** A page with a ranking as somebody saw it. */
interface Seen {
  path: string
  rows: string
  askedAt: number
  seenAt: number
}

interface Watching {
  port: number
  cookie: string
  paths: readonly string[]
  restMs: number
}

/** What of a page changes with the results: who stands where. Of JSON that is all. */
const tellingParts = /Twelve points for \d+|#\d+/g
const patienceMs = 120_000

/** Somebody who looks at some pages all the time. */
export type Observer = ReturnType<typeof startObserver>

/** Each page is read again a while after its answer, until it is stopped. */
export function startObserver({ port, cookie, paths, restMs }: Watching) {
  const seen: Seen[] = []
  let isStopped = false
  let looks = 0

  async function look(path: string): Promise<Seen> {
    looks += 1
    const askedAt = instant()
    const headers = { Cookie: cookie, 'X-Forwarded-For': `10.200.${looks % 200}.${(looks >> 8) % 250}` }
    const answer = await ask({ port, method: 'GET', path, headers })
    if (answer?.status !== 200) throw new Error(`${path} answered ${answer?.status}`)
    const text = unpack(answer.body)
    const rows = path.startsWith('/api/') ? text : (text.match(tellingParts) ?? []).join(' ')
    return { path, rows, askedAt, seenAt: instant() }
  }

  async function watch(path: string): Promise<void> {
    while (!isStopped) {
      seen.push(await look(path))
      await pause(restMs)
    }
  }
  const ended = Promise.all(paths.map(watch))
  ended.catch(() => {})
  return {
    seen,
    paths,
    /** What every page shows now. */
    async lookAround(): Promise<Map<string, string>> {
      const now = await Promise.all(paths.map(look))
      return new Map(now.map(({ path, rows }) => [path, rows]))
    },
    /** Throws when a page could not be read. */
    async stop(): Promise<void> {
      isStopped = true
      await ended
    },
  }
}

/** Small answers and kept ones may come as they are. */
function unpack(body: Buffer): string {
  return (body[0] === 0x1f ? gunzipSync(body) : body).toString()
}

/** Waits until every page was seen with other rows than before; answers with when the last of them was. */
export async function untilAllChanged(
  observer: Observer,
  before: ReadonlyMap<string, string>,
): Promise<number> {
  const until = instant() + patienceMs
  const isNew = ({ path, rows }: Seen) => rows !== before.get(path)
  const start = observer.seen.length
  while (instant() < until) {
    const fresh = observer.seen.slice(start).filter(isNew)
    const firsts = observer.paths.map((path) => fresh.find((each) => each.path === path)?.seenAt)
    if (firsts.every((at) => at !== undefined)) return Math.max(...firsts.map((at) => at ?? 0))
    await pause(5)
  }
  throw new Error('Some page did not show the new ranking')
}

/**
 * Where a page was seen that is neither the old nor the new ranking's, or an old one was asked for after another page was new.
 * In words. `presses`: when somebody pressed.
 */
export function findHalves(seen: readonly Seen[], presses: number): string[] {
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

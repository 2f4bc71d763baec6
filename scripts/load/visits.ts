import { setTimeout as pause } from 'node:timers/promises'
import { buildPayload, inQuery, payloads } from '../../tests/fuzz/payloads.ts'
import { type HttpResponse, sendRequest } from './http-client.ts'
import type { Kind, Plan, Sample, Saver } from './plan.ts'
import { createQuestionClient } from './question-client.ts'
import { type createSaveLog, monotonicNow, toSaveOutcome } from './save-log.ts'
import { nthOrder } from './schedule.ts'

interface VisitRecorder {
  saves: ReturnType<typeof createSaveLog>
  record: (sample: Sample) => void
}

/** The visits of each kind. Each visitor has their own address; managers take turns. */
export function createVisits({ ports, savers, roundNumber }: Plan, { saves, record }: VisitRecorder) {
  let visitors = 0
  let saved = 0
  let asked = 0
  /** What the script of each manager's live page has, by its ETag. */
  const etags = new Map<number, string>()

  /** The managers whose question was put off. */
  const putOff = new Set<number>()

  const questionClients = new Map<number, ReturnType<typeof createQuestionClient>>()
  function questionsTo(port: number) {
    const client = questionClients.get(port) ?? createQuestionClient(port)
    questionClients.set(port, client)
    return client
  }

  /** The next request's process. */
  let requests = 0
  function nextPort(): number {
    requests += 1
    return ports[requests % ports.length] ?? 0
  }

  async function get(path: string, cookie: string): Promise<HttpResponse | null> {
    const headers = { 'X-Forwarded-For': addressOf(visitors), ...(cookie === '' ? {} : { Cookie: cookie }) }
    return sendRequest({ port: nextPort(), method: 'GET', path, headers })
  }

  async function look(kind: Kind, at: number, path: string, cookie: string): Promise<void> {
    const response = await get(path, cookie)
    record({ kind, at, ms: monotonicNow() - at, status: response?.status ?? 0 })
  }

  /** One step of a save; its time counts from when it could begin. */
  async function step(
    kind: Sample['kind'],
    at: number,
    pending: Promise<HttpResponse | null>,
  ): Promise<HttpResponse | null> {
    const response = await pending
    record({ kind, at, ms: monotonicNow() - at, status: response?.status ?? 0 })
    return response
  }

  /** Sends a different order of the manager's six countries each time, so that the content identifies the save. */
  async function post({ managerId, codes, cookie }: Saver, n: number): Promise<HttpResponse | null> {
    const order = nthOrder(codes, n % 720)
    const input = {
      managerId,
      kind: 'line-up' as const,
      teamName: null,
      roundNumbers: [roundNumber],
      codes: order,
    }
    const end = saves.send(input)
    const response = await sendRequest({
      port: nextPort(),
      method: 'POST',
      path: '/game/lineup',
      headers: { Cookie: cookie, 'X-Forwarded-For': addressOf(managerId) },
      body: new URLSearchParams({
        intent: 'save',
        round: `${roundNumber}`,
        order: order.join('.'),
      }).toString(),
    })
    end(toSaveOutcome(response))
    return response
  }

  /** The four steps. Without a page there is no form to save. */
  async function save(at: number, saver: Saver, n: number): Promise<void> {
    const path = `/game/lineup?round=${roundNumber}`
    const page = await step('save: page', at, get(path, saver.cookie))
    const response = page?.status === 200 ? await step('save: form', monotonicNow(), post(saver, n)) : page
    const isRedirect = response?.status === 303
    const cookie = [
      saver.cookie,
      ...(response?.setCookie ?? []).map((line) => line.split(';')[0] ?? ''),
    ].join('; ')
    const after = isRedirect
      ? await step('save: page after', monotonicNow(), get(response?.location ?? path, cookie))
      : response
    record({ kind: 'save', at, ms: monotonicNow() - at, status: after?.status ?? 0 })
  }

  /** The form alone, as from a visitor who has the page open. */
  async function form(at: number, saver: Saver, n: number): Promise<void> {
    await step('form', at, post(saver, n))
  }

  /** A hostile text in a form: each shape in turn, from visitors and from managers. */
  async function attack(at: number, { cookie }: Saver): Promise<void> {
    const shape = payloads[visitors % payloads.length] ?? { says: 'letters', unit: 'a' }
    const text = buildPayload(shape, hostileBytes, inQuery)
    const isSignedOut = visitors % 2 === 0
    const [path, body] = isSignedOut
      ? ['/consent', `choice=accept-all&returnTo=${text}`]
      : ['/game/team', `intent=save&teamName=${text}`]
    const authHeaders: Record<string, string> = isSignedOut ? {} : { Cookie: cookie }
    const headers = { 'X-Forwarded-For': addressOf(visitors), ...authHeaders }
    const response = await sendRequest({ port: nextPort(), method: 'POST', path, headers, body })
    record({ kind: 'hostile', at, ms: monotonicNow() - at, status: response?.status ?? 0 })
  }

  /** Whose turn it is: among those who save, among those who ask, or among all visitors. */
  function nextIndex(kind: Kind): number {
    if (kind === 'save' || kind === 'form') return saved++
    return kind === 'live' ? asked++ : visitors
  }

  /** Asks as the script does: a question that was put off takes the place of the next one, spread by a fifth. */
  async function ask(at: number, asker: Pick<Saver, 'managerId' | 'cookie'>): Promise<void> {
    const { managerId, cookie } = asker
    if (putOff.has(managerId)) return
    const etag = etags.get(managerId)
    const condition: Record<string, string> = etag === undefined ? {} : { 'If-None-Match': etag }
    const headers = { 'X-Forwarded-For': addressOf(managerId), Cookie: cookie, ...condition }
    const response = await questionsTo(nextPort()).send('/game/live.json', headers)
    const { status = 0, etag: newEtag, askAgain = 0 } = response ?? {}
    if (newEtag !== undefined) etags.set(managerId, newEtag)
    const shown = status === 200 ? shownIn(newEtag) : undefined
    const news = shown === undefined ? {} : { news: { managerId, shown } }
    record({ kind: 'live', at, ms: monotonicNow() - at, status, ...news })
    if (status !== 204) return
    putOff.add(managerId)
    await pause(askAgain * 1000 * (0.8 + 0.4 * Math.random()))
    putOff.delete(managerId)
    await ask(monotonicNow(), asker)
  }

  return {
    /** Closes the connections of questions. */
    close(): void {
      for (const client of questionClients.values()) client.close()
    },

    /** Begins a visit scheduled for `at` (epoch ms); resolves when it is over, whatever its outcome. */
    begin(kind: Kind, at: number): Promise<void> {
      visitors += 1
      const index = nextIndex(kind)
      const saver = savers[index % savers.length]
      if (!saver) throw new Error('Nobody is signed in')
      const n = 1 + Math.floor(index / savers.length)
      if (kind === 'save') return save(at, saver, n)
      if (kind === 'form') return form(at, saver, n)
      if (kind === 'hostile') return attack(at, saver)
      if (kind === 'live') return ask(at, saver)
      const isSignedOut = kind === 'home' || kind === 'news' || kind === 'unique'
      return look(kind, at, pathOf(kind, visitors, saver), isSignedOut ? '' : saver.cookie)
    },
  }
}

/** Just within the limits for a form, and for a query in a request's head. */
const hostileBytes = 250 * 1024
const uniqueBytes = 3_800
const publicPages = ['/', '/news', '/songs', '/terms-of-service', '/privacy-policy']

function pathOf(
  kind: Exclude<Kind, 'save' | 'form' | 'hostile' | 'live'>,
  n: number,
  { leagueId }: Saver,
): string {
  switch (kind) {
    case 'home':
      return '/'
    case 'news':
      return '/news'
    case 'dashboard':
      return '/game'
    case 'ranking':
      return `/game?page=${1 + (n % 10)}`
    case 'league':
      return `/game/leagues?leagueId=${leagueId}`
    case 'results':
      return '/game/results'
    case 'unique':
      return `${publicPages[n % publicPages.length]}?q=${n}${'x'.repeat(uniqueBytes)}`
    case 'api':
      return n % 2 === 0 ? `/api/teams?offset=${(n % 50) * 100}&limit=100` : '/api/teams/mine'
  }
}

/** Which results the live page's ETag names, for all who hide nothing. */
function shownIn(etag: string | undefined): string | undefined {
  return /^W\/"live-\d+-\d+-\d+-(.+)"$/.exec(etag ?? '')?.[1]
}

/** Rate limits on reads are per address. */
function addressOf(n: number): string {
  return `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`
}

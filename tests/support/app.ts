import { once } from 'node:events'
import { expect, vi } from 'vitest'
import { createSession } from '#app/auth/session/session.server.ts'
import { ensureManager } from '#db/accounts/managers.server.ts'
import { demoClock, setDemoClock } from '#db/clock.server.ts'
import { openDatabase } from '#db/engine.server.ts'
import { migrate } from '#db/migrate.server.ts'
import type { Topic } from '#db/versions.server.ts'
import { Browser } from './browser.ts'
import { followClockFile, newDatabase } from './databases.ts'
import { findSubmission, textOf } from './html.ts'
import { npmServe, npmStart, type RawResponse, startServer } from './server.ts'

/** Whether the app is tested on the stock server (the project 'remix-serve' of vitest.config.ts). */
export const isRemixServe = process.env.SERVER === 'remix-serve'

export interface RequestOptions {
  /** Who asks: `app.login('anna')`, or a Browser of its own. Default: a stranger without any cookie. */
  as?: Browser
  headers?: Record<string, string>
}

export type Fields = Record<string, string | string[]> | [string, string][]

/** What the built app answered. `text` is what a reader sees; `html` the bytes as they are. */
export interface PageResponse {
  status: number
  headers: Headers
  url: string
  html: string
  text: string
  location: string | null
  json: () => unknown
}

/**
 * `npm start` (or `npm run serve`) as a process on a new database, asked over its socket. Game time is the demo's clock;
 * `setClock` moves it. `env` has further settings.
 */
export async function openApp({
  now = '2025-05-10T12:00:00Z',
  isDemo = true,
  issuer = 'http://localhost:3001',
  sendsMails = false,
  env = {},
}: {
  now?: string
  isDemo?: boolean
  issuer?: string
  sendsMails?: boolean
  env?: Record<string, string>
} = {}) {
  const location = await newDatabase('app')
  const db = openDatabase(location, { mayCreate: true })
  await migrate(db)
  // Before the server measures how far its clock and that of its database differ.
  if (env.SERVER_CLOCK !== undefined) await followClockFile(location, env.SERVER_CLOCK)
  await setDemoClock(db, Date.parse(now))
  const settings = {
    DATABASE_FILE: location,
    PUBLIC_ORIGIN: 'http://localhost:3000',
    OIDC_ISSUER: issuer,
    DEMO: isDemo ? '1' : '0',
    // Nobody listens there: mails stay in the outbox.
    ...(sendsMails && { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'Douze <douze@example.org>' }),
    ...env,
  }
  const server = await startServer(settings, isRemixServe ? npmServe : npmStart)
  const { origin } = server
  const app = {
    db,
    location,
    origin,
    server,
    /** Moves game time; it runs on from there. */
    async setClock(instant: string): Promise<void> {
      const now = Date.parse(instant)
      await setDemoClock(db, now)
      // The server settles closed rounds by itself; one that is open again is not settled (moveDemoClock).
      await db.updateTable('rounds').set({ settled_at: null }).where('deadline_at', '>', now).execute()
      await app.markChanged()
    },
    /** Waits until the server has stored the automatic line-ups of closed rounds (D8), a second later at most. */
    async untilSettled(): Promise<void> {
      const countUnsettled = async () =>
        db
          .selectFrom('rounds')
          .innerJoin('games', 'games.id', 'rounds.game_id')
          .where('games.is_active', '=', 1)
          .where('settled_at', 'is', null)
          .where('deadline_at', '<=', await demoClock(db))
          .select('round_number')
          .execute()
      await vi.waitFor(async () => expect(await countUnsettled()).toEqual([]), { timeout: 10_000 })
    },
    /** Says that the test has written what pages of the response cache show, as services do. */
    markChanged: (topics: readonly Topic[] = ['game', 'news', 'ranking']) =>
      db
        .updateTable('versions')
        .set((versions) => ({ n: versions('n', '+', 1) }))
        .where('topic', 'in', topics)
        .execute(),
    /** Signs a manager in without the provider, by the session's row and cookie alone. */
    async login(name: string, { isAdmin = false } = {}): Promise<Browser> {
      const managerId = await ensureManager(db, { issuer, subject: name, now: Date.now() })
      const { cookieHeader } = await createSession(db, { managerId, isAdmin, now: Date.now() })
      const browser = new Browser()
      const [cookie = '', value = ''] = cookieHeader.split('=')
      browser.setCookie(cookie, value)
      return browser
    },
    /** Sends any request, with the visitor's cookies, and keeps those that the answer sets. */
    async send(path: string, init: RequestInit, { as = new Browser(), headers = {} }: RequestOptions = {}) {
      const url = new URL(path, origin).href
      const merged = { ...Object.fromEntries(new Headers(init.headers)), ...headers }
      const request = as.request(url, { ...init, headers: merged })
      const { pathname, search, host } = new URL(url)
      const body = Buffer.from(await request.arrayBuffer())
      const response = await server.ask(
        {
          method: request.method,
          path: pathname + search,
          headers: {
            host,
            'x-forwarded-for': as.address,
            ...(init.body || request.method === 'POST' ? { 'content-length': String(body.length) } : {}),
            ...Object.fromEntries(request.headers),
          },
        },
        body,
      )
      const read = toPageResponse(response, url)
      as.storeCookies(read.headers)
      return read
    },
    get: (path: string, options?: RequestOptions) => app.send(path, {}, options),
    post: (path: string, fields: Fields = {}, options?: RequestOptions) =>
      app.send(path, { method: 'POST', body: toBody(fields) }, options),
    /** Presses a button of a page as a browser without script would, after filling in `changes`. */
    press(
      page: PageResponse,
      button: string,
      changes: Record<string, string> = {},
      options?: RequestOptions,
    ) {
      const form = findSubmission(page.html, button)
      if (!form) throw new Error(`No button '${button}' in a form on ${page.url}:\n${page.text}`)
      const target = new URL(form.action ?? page.url, page.url)
      const body = toBody(withChanges(form.fields, changes))
      if (form.method === 'POST') return app.send(target.href, { method: 'POST', body }, options)
      target.search = body.toString()
      return app.get(target.href, options)
    },
    /** Goes where an answer sends the visitor, and on from there; an answer that sends nowhere is the end. */
    async follow(answer: PageResponse, options?: RequestOptions): Promise<PageResponse> {
      if (answer.location === null) return answer
      return app.follow(await app.get(new URL(answer.location, answer.url).href, options), options)
    },
    /** The lines that the server logs during `work`; those of an event where one is named. */
    async logged(work: () => Promise<unknown>, event = ''): Promise<string[]> {
      const from = server.output.out.length
      await work()
      const lastPath = `/assets/last-of-${from}`
      await app.get(lastPath)
      while (!server.output.out.includes(lastPath, from)) await once(server.child.stdout, 'data')
      const lines = server.output.out.slice(from).split('\n')
      return lines.filter((line) => line.includes(event && `"event":"${event}"`) && !line.includes(lastPath))
    },
    async close() {
      await db.destroy()
      const { code, err } = await server.stop()
      if (code !== 0) throw new Error(`The server ended with ${code}:\n${err}`)
    },
  }
  return app
}

export type App = Awaited<ReturnType<typeof openApp>>

function toPageResponse({ status, headers: incoming, body: html }: RawResponse, url: string): PageResponse {
  const headers = toHeaders(incoming)
  const location = headers.get('Location')
  return { status, headers, url, html, text: textOf(html), location, json: () => JSON.parse(html) }
}

/** Headers as fetch has them. */
export function toHeaders(incoming: RawResponse['headers']): Headers {
  return new Headers(
    Object.entries(incoming).flatMap(([name, value = []]) =>
      [value].flat().map((each): [string, string] => [name, each]),
    ),
  )
}

function toBody(fields: Fields): URLSearchParams {
  if (Array.isArray(fields)) return new URLSearchParams(fields)
  const pairs = Object.entries(fields).flatMap(([name, value]) =>
    [value].flat().map((each): [string, string] => [name, each]),
  )
  return new URLSearchParams(pairs)
}

function withChanges(fields: [string, string][], changes: Record<string, string>): [string, string][] {
  return [...fields.filter(([name]) => !(name in changes)), ...Object.entries(changes)]
}

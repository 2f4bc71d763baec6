import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { listAllowedMethods } from '#app/api/allowed-methods.ts'
import { createSession } from '#app/auth/session/session.server.ts'
import type { AppBuild } from '#app/server/boot.server.ts'
import { checkRequest, type RequestHead } from '#app/server/request/check-request.server.ts'
import { createFormRouteMatcher } from '#app/server/request/form-routes.server.ts'
import { ensureManager } from '#db/accounts/managers.server.ts'
import { setDemoClock } from '#db/clock.server.ts'
import { openDatabase } from '#db/engine.server.ts'
import { migrate } from '#db/migrate.server.ts'
import { Browser } from './browser.ts'
import { newDatabase, toDatabaseSetting } from './databases.ts'
import { findSubmission, textOf } from './html.ts'
import { isRemixServe, type SentRequest, startRemixServe, toBuildUrl } from './remix-serve.ts'

const BUILD = resolve('build/server/index.js')

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
 * The built app on a new database, asked by Request and Response without a socket: one per test file,
 * because the build reads its environment once. Game time is the demo's clock; `setClock` moves it.
 */
export async function openApp({
  now = '2025-05-10T12:00:00Z',
  isDemo = true,
  issuer = 'http://localhost:3001',
  sendsMails = false,
} = {}) {
  if (!existsSync(BUILD)) throw new Error('The app is not built: npm run build')
  const location = await newDatabase('app')
  Object.assign(process.env, {
    NODE_ENV: 'production',
    PUBLIC_ORIGIN: 'http://localhost:3000',
    ...toDatabaseSetting(location),
    OIDC_ISSUER: issuer,
    DEMO: isDemo ? '1' : '0',
    // Nobody listens there: mails stay in the outbox.
    ...(sendsMails && { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'Douze <douze@example.org>' }),
  })
  const db = openDatabase(location, { mayCreate: true })
  await migrate(db)
  const sendToRemixServe = isRemixServe ? await startRemixServe(BUILD) : undefined
  const build: AppBuild = await import(isRemixServe ? toBuildUrl(BUILD) : pathToFileURL(BUILD).href)
  const { internals } = build.entry.module
  const { origin } = internals.config
  const handle = sendToRemixServe
    ? async (request: Request) => sendToRemixServe(await toSentRequest(request))
    : internals.createRemixHandler(build)
  const routeMethods = { methodsAt: listAllowedMethods, acceptsForm: createFormRouteMatcher(build.routes) }
  const app = {
    db,
    build,
    location,
    origin,
    /** The build's own database, limits and log, for tests of what stands in front of Remix. */
    internals,
    handle,
    sendToRemixServe,
    /** Checks a request as the pipeline does. */
    checkRequest: (head: RequestHead) => checkRequest(head, origin, routeMethods),
    /** The ids of all routes of the build, for the table of who may see what. */
    routeIds: Object.keys(build.routes),
    /** The ids of those that a form or a call can be sent to. */
    actionIds: Object.values(build.routes).flatMap((route) =>
      route && 'action' in route.module ? [route.id] : [],
    ),
    /** Moves game time; it runs on from there. */
    setClock: (instant: string) => setDemoClock(db, Date.parse(instant)),
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
      // Requests come through sockets elsewhere, and whatever runs beside them has its turn between two.
      await new Promise((resolve) => setImmediate(resolve))
      const response = await handle(as.request(url, { ...init, headers: merged }))
      as.storeCookies(response.headers)
      return read(response, url)
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
    async close() {
      await db.destroy()
      await internals.closeResources()
    },
  }
  await app.setClock(now)
  return app
}

async function toSentRequest(request: Request): Promise<SentRequest> {
  const { pathname, search, host } = new URL(request.url)
  const bytes = new Uint8Array(await request.arrayBuffer())
  const headers = { host, ...Object.fromEntries(request.headers) }
  return { method: request.method, path: pathname + search, headers, bytes }
}

export type App = Awaited<ReturnType<typeof openApp>>

async function read(response: Response, url: string): Promise<PageResponse> {
  const html = await response.text()
  const { status, headers } = response
  const location = headers.get('Location')
  return { status, headers, url, html, text: textOf(html), location, json: () => JSON.parse(html) }
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

import { isRouteErrorResponse } from '@remix-run/react'
import { openDatabase } from '#db/engine.server.ts'
import { migrate } from '#db/migrate.server.ts'
import type { Browser } from './browser.ts'
import { newDatabase, toDatabaseSetting } from './databases.ts'

const secret = 'a secret of the tests, long enough'

/** The response of a route, whether it returned a Response or data for its page. */
export interface RouteResponse {
  status: number
  headers: Headers
  body: unknown
}

/** The routes of /auth with a fresh database file and the provider at `issuer`. One per test file. */
export async function openAuthApp(of: { issuer: string; origin: string }) {
  const location = await newDatabase('auth')
  const setUp = openDatabase(location, { mayCreate: true })
  await migrate(setUp)
  await setUp.destroy()
  Object.assign(process.env, {
    NODE_ENV: 'test',
    PUBLIC_ORIGIN: of.origin,
    ...toDatabaseSetting(location),
    SESSION_SECRET: secret,
    OIDC_ISSUER: of.issuer,
    OIDC_CLIENT_ID: 'douze',
    OIDC_CLIENT_SECRET: 'demo',
    ADMIN_SUBJECTS: 'chief',
  })
  const { db } = await import('#db/connection.server.ts')
  const routes = {
    signIn: await import('#app/routes/auth.sign-in.tsx'),
    callback: await import('#app/routes/auth.callback.tsx'),
    signOut: await import('#app/routes/auth.sign-out.tsx'),
    logout: await import('#app/routes/auth.backchannel-logout.ts'),
    deletion: await import('#app/routes/game.account.delete/route.tsx'),
    offered: await import('#app/auth/provider/provider-email.server.ts'),
    guards: await import('#app/auth/guards.server.ts'),
  }
  const at = (path: string) => `${of.origin}${path}`
  const call = async (browser: Browser, handler: RouteHandler, request: Request, context = {}) => {
    const response = await callRoute(handler, request, context)
    browser.storeCookies(response.headers)
    return response
  }
  return {
    db,
    doors: routes,
    origin: of.origin,
    /** Submits 'Sign in' on a page; the response's `url` is the provider's. */
    pressSignIn: (browser: Browser, redirectTo = '/game') =>
      call(browser, routes.signIn.action, browser.request(at('/auth/sign-in'), post({ redirectTo }))),
    /** Follows the redirect back from the provider. */
    followCallback: (browser: Browser, url: string) =>
      call(browser, routes.callback.loader, browser.request(url)),
    pressSignOut: (browser: Browser) =>
      call(browser, routes.signOut.action, browser.request(at('/auth/sign-out'), post({}))),
    pressDeleteAccount: (browser: Browser, context = {}) =>
      call(
        browser,
        routes.deletion.action,
        browser.request(at('/game/account/delete'), post({ confirm: 'delete' })),
        context,
      ),
    /** A request from the provider's server. */
    sendLogoutToken: (token: string) =>
      callRoute(
        routes.logout.action,
        new Request(at('/auth/backchannel-logout'), post({ logout_token: token })),
      ),
    /** The visitor that the app identifies for the browser. */
    visitorOf: (browser: Browser) =>
      routes.guards.findVisitor({ request: browser.request(at('/game')), context: {} }),
    /** The signed-in manager's e-mail address from the provider. */
    offeredTo: (browser: Browser) =>
      routes.offered.findProviderEmail(db, browser.request(at('/game/notifications'))),
    sessions: () => db.selectFrom('sessions').selectAll().execute(),
    attempts: () => db.selectFrom('sign_in_attempts').selectAll().execute(),
  }
}

export type AuthApp = Awaited<ReturnType<typeof openAuthApp>>

type RouteHandler = (args: {
  request: Request
  params: Record<string, string>
  context: Record<string, unknown>
}) => unknown

/** Calls a loader or action as Remix does, and returns what it returned or threw. */
async function callRoute(handler: RouteHandler, request: Request, context = {}): Promise<RouteResponse> {
  const returned = await Promise.resolve(handler({ request, params: {}, context })).catch(
    (thrown: unknown) => thrown,
  )
  return read(returned)
}

async function read(returned: unknown): Promise<RouteResponse> {
  if (returned instanceof Response) {
    const text = await returned.text()
    return { status: returned.status, headers: returned.headers, body: text ? JSON.parse(text) : undefined }
  }
  if (returned instanceof Error || isRouteErrorResponse(returned)) throw returned
  const { init, data } = isData(returned) ? returned : { init: null, data: returned }
  return { status: init?.status ?? 200, headers: new Headers(init?.headers), body: data }
}

function isData(value: unknown): value is { data: unknown; init: ResponseInit | null } {
  return (
    typeof value === 'object' && value !== null && 'type' in value && value.type === 'DataWithResponseInit'
  )
}

function post(fields: Record<string, string>): RequestInit {
  return { method: 'POST', body: new URLSearchParams(fields) }
}

/** The target of a response's Refresh header. */
export function redirectTarget(response: RouteResponse): URL {
  const refresh = response.headers.get('Refresh') ?? ''
  if (!refresh.startsWith('0;url='))
    throw new Error(`sent nowhere: ${response.status} ${JSON.stringify(response.body)}`)
  return new URL(refresh.slice('0;url='.length))
}

import { hashSecret } from '#app/auth/session/token-encryption.server.ts'
import { openApp, type PageResponse } from './app.ts'
import type { Browser } from './browser.ts'

/**
 * A started server at `origin`, or at any free port, with the provider at `issuer`, and what visitors press to sign in and out. `env` has further
 * settings.
 */
export async function openSignInApp({
  issuer,
  origin,
  env: more = {},
}: {
  issuer: string
  origin?: string
  env?: Record<string, string>
}) {
  const port = origin && new URL(origin).port
  const env = {
    ...more,
    ...(origin && { PUBLIC_ORIGIN: origin }),
    ADMIN_SUBJECTS: 'chief',
    ...(port && { PORT: port }),
  }
  const app = await openApp({ issuer, isDemo: false, sendsMails: true, env })
  return {
    ...app,
    /** Submits 'Sign in' on a page; the response's Refresh header names the provider's page. */
    pressSignIn: (as: Browser, redirectTo = '/game') => app.post('/auth/sign-in', { redirectTo }, { as }),
    /** Follows the redirect back from the provider. */
    followCallback: (as: Browser, url: string) => app.get(url, { as }),
    pressSignOut: (as: Browser) => app.post('/auth/sign-out', {}, { as }),
    pressDeleteAccount: (as: Browser) => app.post('/game/account/delete', { confirm: 'delete' }, { as }),
    /** A request from the provider's server. */
    sendLogoutToken: (token: string) => app.post('/auth/backchannel-logout', { logout_token: token }),
    /** Whom the server takes a browser for: null for a stranger. */
    async visitorOf(as: Browser): Promise<{ isAdmin: boolean } | null> {
      if ((await app.get('/game/account', { as })).status === 401) return null
      return { isAdmin: (await app.get('/admin', { as })).status !== 403 }
    },
    /** The stored session of a browser. */
    sessionOf: (as: Browser) =>
      app.db
        .selectFrom('sessions')
        .selectAll()
        .where('id_hash', '=', hashSecret(as.cookie('sid') ?? ''))
        .executeTakeFirst(),
    sessions: () => app.db.selectFrom('sessions').selectAll().execute(),
    attempts: () => app.db.selectFrom('sign_in_attempts').selectAll().execute(),
  }
}

export type SignInApp = Awaited<ReturnType<typeof openSignInApp>>

/** The target of a response's Refresh header. */
export function redirectTarget({ status, headers, text }: PageResponse): URL {
  const refresh = headers.get('Refresh') ?? ''
  if (!refresh.startsWith('0;url=')) throw new Error(`sent nowhere: ${status} ${text}`)
  return new URL(refresh.slice('0;url='.length))
}

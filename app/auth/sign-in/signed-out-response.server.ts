import { data, redirect } from '@remix-run/node'
import { clearSessionCookie } from '#app/auth/session/session-cookie.server.ts'

/**
 * Answers somebody who is signed in here no longer: on to the provider, to sign out there too, or home (D24). By a
 * Refresh header, because CSP's form-action stays 'self' (security.md). `cookies` are further Set-Cookie values.
 */
export function respondSignedOut(url: string | null, cookies: readonly string[] = []) {
  const headers = new Headers({ 'Clear-Site-Data': '"cache"', 'Cache-Control': 'private, no-cache' })
  for (const cookie of [clearSessionCookie(), ...cookies]) headers.append('Set-Cookie', cookie)
  if (!url) return redirect('/', { status: 303, headers })
  headers.set('Refresh', `0;url=${url}`)
  // The status is said, because the page's own loader finds nobody any more.
  return data({ url }, { status: 200, headers })
}

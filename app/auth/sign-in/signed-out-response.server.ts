import { data } from '@remix-run/node'
import { clearCookie, cookies } from '#app/http/cookies/cookie.server.ts'
import { clearDraftCookies } from '#app/http/cookies/draft-cookies.server.ts'
import { seeOther } from '#app/http/responses.server.ts'

/**
 * The response to a sign-out: redirects to the provider's logout, or to the home page (D24). By a Refresh header, because
 * CSP's form-action is 'self' (security.md). `more` are further Set-Cookie values.
 */
export function respondSignedOut(url: string | null, more: readonly string[] = []) {
  const headers = new Headers({ 'Clear-Site-Data': '"cache"', 'Cache-Control': 'private, no-cache' })
  for (const cookie of [clearCookie(cookies.session), ...clearDraftCookies, ...more])
    headers.append('Set-Cookie', cookie)
  if (!url) return seeOther('/', headers)
  headers.set('Refresh', `0;url=${url}`)
  // An explicit status, because the page's loader returns 401 without a session.
  return data({ url }, { status: 200, headers })
}

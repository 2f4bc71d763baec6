import type { Context } from 'oidc-provider'

/**
 * oidc-provider asks 'Do you want to sign out?' and needs script to skip the question. A request with an ID token of
 * the app was confirmed there already, so the provider submits its own form: sign-out is two redirects, with or
 * without JavaScript.
 */
export async function confirmLogout(context: Context, next: () => Promise<void>): Promise<void> {
  await next()
  const { oidc } = context
  const secret = oidc?.session?.state?.secret
  if (oidc?.route !== 'end_session' || context.status !== 200 || !secret || !oidc.entities.IdTokenHint) return
  const response = await fetch(oidc.urlFor('end_session_confirm'), {
    method: 'POST',
    redirect: 'manual',
    headers: { Cookie: context.headers.cookie ?? '' },
    body: new URLSearchParams({ xsrf: secret, logout: 'yes' }),
  })
  context.status = 303
  context.body = ''
  context.set('Location', response.headers.get('Location') ?? '/')
  context.set('Set-Cookie', response.headers.getSetCookie())
}

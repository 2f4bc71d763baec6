import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Provider } from 'oidc-provider'
import { findAccount } from './accounts.ts'
import { renderLoginPage, renderProblemPage } from './pages.ts'

/**
 * Handles /interaction/…: the login form and its submit. A wrong password redirects back to the form, so that Back
 * never resubmits it.
 */
export async function handleLogin(
  provider: Provider,
  appOrigin: string,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
): Promise<void> {
  try {
    const { uid } = await provider.interactionDetails(request, response)
    const form = new URLSearchParams(request.method === 'POST' ? await text(request) : '')
    const accountId = findAccount(form.get('username') ?? '', form.get('password') ?? '')
    if (accountId) return await finishLogin(provider, accountId, { request, response })
    if (request.method === 'POST')
      return redirectToForm(response, { uid, username: form.get('username') ?? '' })
    const refused = new URL(request.url ?? '', appOrigin).searchParams.get('refused')
    send(response, 200, renderLoginPage({ uid, refused }))
  } catch {
    send(
      response,
      400,
      renderProblemPage(
        appOrigin,
        'This sign-in has expired, or your browser keeps no cookies. Please start again.',
      ),
    )
  }
}

async function finishLogin(
  provider: Provider,
  accountId: string,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
): Promise<void> {
  const result = { login: { accountId, remember: true } }
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
}

function redirectToForm(
  response: ServerResponse,
  { uid, username }: { uid: string; username: string },
): void {
  const refused = new URLSearchParams({ refused: username.slice(0, 64) })
  response.writeHead(303, { Location: `/interaction/${uid}?${refused}`, 'Cache-Control': 'no-store' }).end()
}

function send(response: ServerResponse, status: number, html: string): void {
  response
    .writeHead(status, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' })
    .end(html)
}

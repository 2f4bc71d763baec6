import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Provider } from 'oidc-provider'
import { findAccount } from './accounts.ts'
import { loginPage, problemPage } from './pages.ts'

/** Answers /interaction/…: the login form, and what was typed into it. */
export async function answerLogin(
  provider: Provider,
  appOrigin: string,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
): Promise<void> {
  try {
    const { uid } = await provider.interactionDetails(request, response)
    if (request.method !== 'POST') return send(response, 200, loginPage({ uid }))
    const form = new URLSearchParams(await text(request))
    const username = form.get('username') ?? ''
    const accountId = findAccount(username, form.get('password') ?? '')
    if (!accountId)
      return send(response, 401, loginPage({ uid, username, problem: 'Wrong username or password.' }))
    const result = { login: { accountId, remember: true } }
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
  } catch {
    send(response, 400, problemPage(appOrigin, 'This sign-in has expired. Please start again.'))
  }
}

function send(response: ServerResponse, status: number, html: string): void {
  response
    .writeHead(status, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' })
    .end(html)
}

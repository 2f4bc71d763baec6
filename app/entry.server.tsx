import { randomBytes } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { EntryContext, HandleDataRequestFunction, HandleErrorFunction } from '@remix-run/node'
import { isRouteErrorResponse, RemixServer } from '@remix-run/react'
import type { ReactElement } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import { config } from '#app/config.server.ts'
import { hasSessionCookie } from '#app/http/csrf.server.ts'
import { addPageHeaders } from '#app/http/security-headers.server.ts'
import { describeError, logLine, toLoggedPath } from '#app/server/monitoring/log.server.ts'
import { NonceContext } from '#app/ui/nonce.ts'

export { internals } from './server/internals.server.ts'
export { startServer } from './server/start-server.server.ts'

/** Nothing in a page's data is waited for, so that Remix need not remember each answer for five seconds. */
export const streamTimeout = 0

/**
 * Draws a page whole before a byte is sent: an error can still become an error page, and the answer has a length. A nonce
 * exists only where scripts do.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
) {
  const nonce = shouldHydrate(context) ? randomBytes(16).toString('base64url') : undefined
  const body = await renderPage(context, request.url, nonce)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  // Told ahead of the page: on a slow connection the styles are asked for while the page still arrives.
  headers.set(
    'Link',
    listStyleSheets(context)
      .map((href) => `<${href}>; rel=preload; as=style`)
      .join(', '),
  )
  addPageHeaders(headers, { nonce, ...toPageInfo(request) })
  return new Response(body, { status, headers })
}

/** The same headers for what a hydrated page fetches. */
export const handleDataRequest: HandleDataRequestFunction = (response, { request }) => {
  addPageHeaders(response.headers, toPageInfo(request))
  return response
}

/** Bugs only: refusals are thrown as answers and never come here. */
export const handleError: HandleErrorFunction = (error, { request }) => {
  if (isRouteErrorResponse(error)) return
  const path = toLoggedPath(new URL(request.url).pathname)
  logLine('error', 'bug', { method: request.method, path, ...describeError(error) })
}

function toPageInfo(request: Request) {
  const isSignedIn = hasSessionCookie(request.headers.get('Cookie'))
  return { isHttps: config.isHttps, method: request.method, isSignedIn }
}

/** A page ships scripts when one of its routes says so, and never when it shows an error. */
function shouldHydrate({ staticHandlerContext: { matches, errors }, routeModules }: EntryContext): boolean {
  if (errors) return false
  return matches.some(({ route }) => hasHydratesFlag(routeModules[route.id]?.handle))
}

/** The style sheets that the page will name: its routes' down to the one that shows an error, if one does. */
function listStyleSheets({
  staticHandlerContext: { matches, errors },
  routeModules,
}: EntryContext): string[] {
  const last = errors ? matches.findIndex(({ route }) => errors[route.id] !== undefined) : -1
  const shown = last < 0 ? matches : matches.slice(0, last + 1)
  return shown
    .flatMap(({ route }) => routeModules[route.id]?.links?.() ?? [])
    .flatMap((link) => ('href' in link && link.rel === 'stylesheet' && link.href ? [link.href] : []))
}

function hasHydratesFlag(handle: unknown): boolean {
  return typeof handle === 'object' && handle !== null && 'hydrates' in handle && handle.hydrates === true
}

async function renderPage(context: EntryContext, url: string, nonce: string | undefined): Promise<string> {
  const html = await renderToHtml(
    <NonceContext.Provider value={nonce}>
      <RemixServer context={context} url={url} nonce={nonce} />
    </NonceContext.Provider>,
  )
  // A visitor may send a NUL, which no HTML may hold.
  return html.replaceAll('\0', '')
}

/** The whole document with the data that its script takes over. An error of any part is thrown. */
function renderToHtml(page: ReactElement): Promise<string> {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(page, {
      onAllReady: () => text(pipe(new PassThrough())).then(resolve, reject),
      onShellError: reject,
      onError: reject,
    })
  })
}

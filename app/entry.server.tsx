import { createHash, randomBytes } from 'node:crypto'
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
import { InlineStylesContext } from '#app/ui/styles/inline-styles.ts'
import publicStyles from '#app/ui/styles/public.css?inline'

export { internals } from './server/internals.server.ts'
export { startServer } from './server/start-server.server.ts'

/** No loader defers data; with a timeout, Remix would hold each response in memory for five seconds. */
export const streamTimeout = 0

/**
 * Renders a whole page before a byte is sent, so that an error can still become an error page and the response has a
 * length. Only a page with scripts gets a nonce.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
) {
  const nonce = shouldHydrate(context) ? randomBytes(16).toString('base64url') : undefined
  const stylesheets = listStyleSheets(context)
  const isPublic = stylesheets.length === 0
  const body = await renderPage(context, request.url, { nonce, styles: isPublic ? publicStyles : undefined })
  headers.set('Content-Type', 'text/html; charset=utf-8')
  // On a slow connection the browser requests the styles while the page is still arriving.
  if (!isPublic) headers.set('Link', stylesheets.map((href) => `<${href}>; rel=preload; as=style`).join(', '))
  const styleHash = isPublic ? publicStylesHash : undefined
  addPageHeaders(headers, { nonce, styleHash, ...toPageInfo(request) })
  return new Response(body, { status, headers })
}

const publicStylesHash = `sha256-${createHash('sha256').update(publicStyles).digest('base64')}`

/** Adds the headers of pages to the data that hydrated pages fetch. */
export const handleDataRequest: HandleDataRequestFunction = (response, { request }) => {
  addPageHeaders(response.headers, toPageInfo(request))
  return response
}

/** Logs bugs. Expected refusals are thrown as responses. */
export const handleError: HandleErrorFunction = (error, { request }) => {
  if (isRouteErrorResponse(error)) return
  const path = toLoggedPath(new URL(request.url).pathname)
  logLine('error', 'bug', { method: request.method, path, ...describeError(error) })
}

function toPageInfo(request: Request) {
  const isSignedIn = hasSessionCookie(request.headers.get('Cookie'))
  return { isHttps: config.isHttps, method: request.method, isSignedIn }
}

/** A page has scripts when one of its routes has the `hydrates` handle, and never when it shows an error. */
function shouldHydrate({ staticHandlerContext: { matches, errors }, routeModules }: EntryContext): boolean {
  if (errors) return false
  return matches.some(({ route }) => hasHydratesFlag(routeModules[route.id]?.handle))
}

/** The style sheets of a page: those of its routes, on an error down to the route that shows it. */
function listStyleSheets({
  staticHandlerContext: { matches, errors },
  routeModules,
}: EntryContext): string[] {
  const errorAt = errors ? matches.findIndex(({ route }) => errors[route.id] !== undefined) : -1
  const shown = errorAt < 0 ? matches : matches.slice(0, errorAt + 1)
  return shown
    .flatMap(({ route }) => routeModules[route.id]?.links?.() ?? [])
    .flatMap((link) => ('href' in link && link.rel === 'stylesheet' && link.href ? [link.href] : []))
}

function hasHydratesFlag(handle: unknown): boolean {
  return typeof handle === 'object' && handle !== null && 'hydrates' in handle && handle.hydrates === true
}

interface PageParts {
  nonce: string | undefined
  styles: string | undefined
}

async function renderPage(context: EntryContext, url: string, { nonce, styles }: PageParts): Promise<string> {
  const html = await renderToHtml(
    <NonceContext.Provider value={nonce}>
      <InlineStylesContext.Provider value={styles}>
        <RemixServer context={context} url={url} nonce={nonce} />
      </InlineStylesContext.Provider>
    </NonceContext.Provider>,
  )
  // Input may contain NUL, which is not allowed in HTML.
  return html.replaceAll('\0', '')
}

/** Renders the whole document. An error in any part of it rejects. */
function renderToHtml(page: ReactElement): Promise<string> {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(page, {
      onAllReady: () => text(pipe(new PassThrough())).then(resolve, reject),
      onShellError: reject,
      onError: reject,
    })
  })
}

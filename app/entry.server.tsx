import { randomBytes } from 'node:crypto'
import type { EntryContext, HandleDataRequestFunction, HandleErrorFunction } from '@remix-run/node'
import { isRouteErrorResponse, RemixServer } from '@remix-run/react'
import { renderToString } from 'react-dom/server'
import { config } from '#app/config.server.ts'
import { dressPage } from '#app/http/headers.server.ts'
import { keptParts } from '#app/http/kept-parts.server.ts'
import { describeError, loggedPath, logLine } from '#app/http/log.server.ts'
import { hasSession } from '#app/http/origin.server.ts'
import { PartKeeperContext } from '#app/ui/kept.tsx'
import { NonceContext } from '#app/ui/nonce.tsx'

/** For server.ts. */
export { house } from './house.server.ts'

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
  const nonce = hydrates(context) ? randomBytes(16).toString('base64url') : undefined
  const { serverHandoffStream, ...drawn } = context
  const page = draw(drawn, request.url, nonce)
  const data = nonce && serverHandoffStream && (await new Response(serverHandoffStream).text())
  const body = nonce && data ? page + handOver(data, nonce) : page
  headers.set('Content-Type', 'text/html; charset=utf-8')
  // Told ahead of the page: on a slow connection the styles are asked for while the page still arrives.
  headers.set(
    'Link',
    sheetsOf(context)
      .map((href) => `<${href}>; rel=preload; as=style`)
      .join(', '),
  )
  dressPage(headers, { nonce, ...pageOf(request) })
  return new Response(body, { status, headers })
}

/** The same headers for what a hydrated page fetches. */
export const handleDataRequest: HandleDataRequestFunction = (response, { request }) => {
  dressPage(response.headers, pageOf(request))
  return response
}

/** Bugs only: refusals are thrown as answers and never come here. */
export const handleError: HandleErrorFunction = (error, { request }) => {
  if (isRouteErrorResponse(error)) return
  const path = loggedPath(new URL(request.url).pathname)
  logLine('error', 'bug', { method: request.method, path, ...describeError(error) })
}

function pageOf(request: Request) {
  const isSignedIn = hasSession(request.headers.get('Cookie'))
  return { isHttps: config.isHttps, method: request.method, isSignedIn }
}

/** A page ships scripts when one of its routes says so, and never when it shows an error. */
function hydrates({ staticHandlerContext: { matches, errors }, routeModules }: EntryContext): boolean {
  if (errors) return false
  return matches.some(({ route }) => isHydrating(routeModules[route.id]?.handle))
}

/** The style sheets that the page will name: its routes' down to the one that shows an error, if one does. */
function sheetsOf({ staticHandlerContext: { matches, errors }, routeModules }: EntryContext): string[] {
  const last = errors ? matches.findIndex(({ route }) => errors[route.id] !== undefined) : -1
  const shown = last < 0 ? matches : matches.slice(0, last + 1)
  return shown
    .flatMap(({ route }) => routeModules[route.id]?.links?.() ?? [])
    .flatMap((link) => ('href' in link && link.rel === 'stylesheet' && link.href ? [link.href] : []))
}

function isHydrating(handle: unknown): boolean {
  return typeof handle === 'object' && handle !== null && 'hydrates' in handle && handle.hydrates === true
}

/** What is the same in many pages is put in from what is kept; so is the nonce, which is never the same. */
function draw(context: EntryContext, url: string, nonce: string | undefined): string {
  const keeper = context.staticHandlerContext.errors ? null : keptParts.begin()
  const drawnNonce = nonce && keptParts.nonce
  const html = renderToString(
    <NonceContext.Provider value={drawnNonce}>
      <PartKeeperContext.Provider value={keeper}>
        <RemixServer context={context} url={url} nonce={drawnNonce} />
      </PartKeeperContext.Provider>
    </NonceContext.Provider>,
  )
  const whole = `<!DOCTYPE html>${keeper ? keeper.finish(html) : html}`
  // A visitor may send a NUL, which no HTML may hold.
  return whole.replaceAll('\0', '').replaceAll(keptParts.nonce, nonce ?? '')
}

/**
 * Hands the page's data to the script that takes it over, as Remix does. Remix would draw these two elements itself, in
 * pieces as the data come, and for that React would have to write a stream; ours are whole before a page is drawn.
 */
function handOver(data: string, nonce: string): string {
  const [open, controller] = [`<script nonce="${nonce}">`, 'window.__remixContext.streamController']
  const text = JSON.stringify(data).replace(/[&><\u2028\u2029]/g, escapeUnit)
  return `<!--$-->${open}${controller}.enqueue(${text});</script><!--$-->${open}${controller}.close();</script><!--/$--><!--/$-->`
}

function escapeUnit(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

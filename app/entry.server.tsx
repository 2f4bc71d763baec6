import { createHash, randomBytes } from 'node:crypto'
import type {
  AppLoadContext,
  EntryContext,
  HandleDataRequestFunction,
  HandleErrorFunction,
} from '@remix-run/node'
import { isRouteErrorResponse, RemixServer } from '@remix-run/react'
import { renderToString } from 'react-dom/server'
import { config } from '#app/config.server.ts'
import { errors } from '#app/game/errors/errors.ts'
import { formTokenField, hasSessionCookie, readSessionCookie, toFormToken } from '#app/http/csrf.server.ts'
import { toDatabaseAwayResponse } from '#app/http/errors/database-away.server.ts'
import { type ErrorResponse, respondWithError } from '#app/http/errors/error-response.server.ts'
import { addPageHeaders } from '#app/http/security-headers.server.ts'
import { startBackgroundWork } from '#app/server/background.server.ts'
import { focusAnchor } from '#app/server/load-context.server.ts'
import { describeError, logLine, toLoggedPath } from '#app/server/monitoring/log.server.ts'
import { createPageResponse } from '#app/server/response/page-response.server.ts'
import { NonceContext } from '#app/ui/nonce.ts'
import gameStyles from '#app/ui/styles/game.css?url'
import { type PageStyles, PageStylesContext } from '#app/ui/styles/page-styles.ts'
import publicStyles from '#app/ui/styles/public.css?inline'

export { startServer } from './server/start-server.server.ts'

/**
 * The parts of the build that boot.server.ts and remix-serve.ts use. They have state (database, log), so they must come from the
 * build: importing the sources would create a second copy of it.
 */
export const internals = { logLine, startBackgroundWork }

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
  loadContext: AppLoadContext,
) {
  const failure = databaseFailures.get(request)
  if (failure) return respondWithError(new URL(request.url).pathname, failure)
  const nonce = shouldHydrate(context) ? randomBytes(16).toString('base64url') : undefined
  const page = toPageInfo(request)
  const linked = listStyleSheets(context)
  const styles = linked.length === 0 ? choosePublicStyles(page) : undefined
  const body = addForTextBrowsers(await renderPage(context, request.url, { nonce, styles }), request)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  const sheets = styles && 'linked' in styles ? [styles.linked] : linked
  // On a slow connection the browser requests the styles while the page is still arriving.
  if (sheets.length > 0)
    headers.set('Link', sheets.map((href) => `<${href}>; rel=preload; as=style`).join(', '))
  const styleHash = styles && 'inline' in styles ? publicStylesHash : undefined
  addPageHeaders(headers, { nonce, styleHash, ...page })
  return createPageResponse(body, { status, headers }, loadContext)
}

/**
 * Adds what a text browser needs: the token of each form, which says what other browsers say by a header (`hasFormToken`), and an
 * anchor at what has the focus, where it begins to show the page after a press. A page with a dialog begins with a link to it.
 */
function addForTextBrowsers(page: string, { headers }: Request): string {
  const sessionId = headers.has('Sec-Fetch-Site') ? undefined : readSessionCookie(headers.get('Cookie'))
  if (sessionId === undefined) return page
  const token = `<input type="hidden" name="${formTokenField}" value="${toFormToken(sessionId)}" data-text=""/>`
  const link = page.includes('<dialog')
    ? `<a class="sr-only" href="#${focusAnchor}" data-text="">To the dialog</a> `
    : ''
  return page
    .replaceAll(/<form\b[^>]*\bmethod="post"[^>]*>/g, `$&${token}`)
    .replace(/<body[^>]*>/, `$&${link}`)
    .replace(/<\w+ [^>]*\bautofocus="[^>]*>/, `<a id="${focusAnchor}" data-text=""></a>$&`)
}

const publicStylesHash = `sha256-${createHash('sha256').update(publicStyles).digest('base64')}`

/**
 * A public page contains its styles, so that its text waits for no second request. Browsers of those who are signed in have the
 * sheet of the game; their pages are rendered for each visit, which takes a fifth longer with styles in them.
 */
function choosePublicStyles({ isSignedIn }: { isSignedIn: boolean }): PageStyles {
  return isSignedIn ? { linked: gameStyles } : { inline: publicStyles }
}

/** Adds the headers of pages to the data that hydrated pages fetch. */
export const handleDataRequest: HandleDataRequestFunction = (response, { request }) => {
  addPageHeaders(response.headers, toPageInfo(request))
  const failure = databaseFailures.get(request)
  return failure
    ? new Response(response.body, { status: errors[failure.errorType].status, headers: response.headers })
    : response
}

/** Requests that failed because the database could not be used, until they are answered. */
const databaseFailures = new WeakMap<Request, ErrorResponse>()

/** Logs bugs. Expected refusals are thrown as responses. */
export const handleError: HandleErrorFunction = (error, { request, context: { requestId: id } }) => {
  if (isRouteErrorResponse(error)) return
  const failure = toDatabaseAwayResponse(error, request.method)
  if (failure) {
    databaseFailures.set(request, failure)
    return logLine('error', 'database-away', { id, ...describeError(error) })
  }
  const path = toLoggedPath(new URL(request.url).pathname)
  logLine('error', 'bug', { id, method: request.method, path, ...describeError(error) })
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
  styles: PageStyles | undefined
}

/**
 * Renders the document as one string, which takes half a millisecond less than React's stream. Remix appends a page's data by a
 * part of that stream, so without its stream of data it renders none, and the data is appended here.
 */
async function renderPage(context: EntryContext, url: string, { nonce, styles }: PageParts): Promise<string> {
  const html = renderToString(
    <NonceContext.Provider value={nonce}>
      <PageStylesContext.Provider value={styles}>
        <RemixServer context={{ ...context, serverHandoffStream: undefined }} url={url} nonce={nonce} />
      </PageStylesContext.Provider>
    </NonceContext.Provider>,
  )
  // Input may contain NUL, which is not allowed in HTML.
  const page = `<!DOCTYPE html>${html.replaceAll('\0', '')}`
  if (nonce === undefined) return page
  return preloadAfterStyles(page, nonce) + renderData(await readAll(context.serverHandoffStream), nonce)
}

/** The scripts by which a page with scripts gets the data of its loaders (`<Scripts>` opens the stream that they fill). */
function renderData(data: string, nonce: string): string {
  // Within a script only `<` could end or comment it out.
  const text = JSON.stringify(data).replaceAll('<', '\\u003c')
  const controller = 'window.__remixContext.streamController'
  return `<script nonce="${nonce}">${controller}.enqueue(${text});${controller}.close();</script>`
}

async function readAll(stream: ReadableStream<Uint8Array> | undefined): Promise<string> {
  return stream ? new Response(stream).text() : ''
}

/**
 * Lets the page's modules load when its style sheet has arrived: beside it they would take the line from the text, which
 * waits for the sheet. An inline script waits for the style sheets before it; the modules' own start is not delayed further.
 */
function preloadAfterStyles(html: string, nonce: string): string {
  const start = html.indexOf(modulePreload)
  if (start < 0) return html
  const end = html.indexOf('>', html.lastIndexOf(modulePreload)) + 1
  const insert = `document.currentScript.insertAdjacentHTML('afterend',${JSON.stringify(html.slice(start, end))})`
  return `${html.slice(0, start)}<script nonce="${nonce}">${insert};${recordChanges}</script>${html.slice(end)}`
}

/** Records what a translator changes before the modules run (`app/ui/page-changes.ts`). */
const recordChanges =
  'pageChanges={records:[],observer:new MutationObserver(r=>pageChanges.records.push(...r))};' +
  'pageChanges.observer.observe(document,{childList:true,subtree:true})'

const modulePreload = '<link rel="modulepreload"'

import { randomBytes, randomUUID } from 'node:crypto'
import type {
  EntryContext,
  HandleDataRequestFunction,
  HandleErrorFunction,
  ServerBuild,
} from '@remix-run/node'
import { isRouteErrorResponse, RemixServer } from '@remix-run/react'
import { renderToString } from 'react-dom/server'
import { methodsAt } from '#app/api/methods.ts'
import { findCaller } from '#app/auth/bearer.server.ts'
import { mailLinks } from '#app/auth/mail-links.server.ts'
import { mayAdminister } from '#app/auth/permissions.ts'
import { config } from '#app/config.server.ts'
import { nextPublicChange } from '#app/game/public-change.ts'
import { openAddresses } from '#app/http/address.server.ts'
import { attempt } from '#app/http/attempt.server.ts'
import { openBodies } from '#app/http/bodies.server.ts'
import { knowFiles } from '#app/http/files.server.ts'
import { findForms } from '#app/http/form-addresses.server.ts'
import { type Arrival, judge } from '#app/http/front.server.ts'
import { createGate } from '#app/http/gate.server.ts'
import { baseHeaders, dressOther, dressPage, lighten, sealed } from '#app/http/headers.server.ts'
import { noteMailServer } from '#app/http/health.server.ts'
import { openKeptLists } from '#app/http/kept-lists.server.ts'
import { sendKept } from '#app/http/kept-page.server.ts'
import { openKeptParts } from '#app/http/kept-parts.server.ts'
import { describeError, loggedPath, logLine, logSoon, onBehalf, requestId } from '#app/http/log.server.ts'
import {
  bringsFlood,
  hungUp,
  isAmbiguous,
  patience,
  sendResponse,
  toArrival,
  toRequest,
} from '#app/http/node.server.ts'
import { hasSession } from '#app/http/origin.server.ts'
import { openPublicPages } from '#app/http/public-pages.server.ts'
import { watchQuiet } from '#app/http/quiet.server.ts'
import { wishOf } from '#app/http/rank.server.ts'
import { answerRefusal } from '#app/http/refusal.server.ts'
import { openRemix } from '#app/http/remix.server.ts'
import { logRequest } from '#app/http/request-log.server.ts'
import { places, readWaitMs, refuseExcess, refuseFull, room, turnAway } from '#app/http/room.server.ts'
import { preferSqueezed } from '#app/http/squeezed.server.ts'
import { answerUnreadable } from '#app/http/unreadable.server.ts'
import { recoverComputations } from '#app/services/compute.server.ts'
import { wakeComputer } from '#app/services/compute-runner.server.ts'
import { forgetUnconfirmed } from '#app/services/mail-addresses.server.ts'
import { type MailEvent, type Sender, startSender } from '#app/services/mail-runner.server.ts'
import { openTransport } from '#app/services/mail-transport.server.ts'
import { PartKeeperContext } from '#app/ui/kept.tsx'
import { NonceContext } from '#app/ui/nonce.tsx'
import { clock, db } from '#db/connection.server.ts'
import { findActiveGame } from '#db/games.server.ts'
import { watchVersions } from '#db/versions.server.ts'

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

const parts = openKeptParts()
let versions: ReturnType<typeof watchVersions> | undefined
let sender: Sender | undefined
let forgetting: NodeJS.Timeout | undefined

/** What server.ts takes from here, so that there is one database, one set of limits, one of everything. */
export const house = {
  config,
  /** Judges what arrives; which pages have a form is read from the build's routes, once. */
  judgeFor(routes: ServerBuild['routes']) {
    const addresses = { methodsAt, hasForm: findForms(routes) }
    return (arrival: Arrival) => judge(arrival, config.origin, addresses)
  },
  openRemix,
  forgetParts: parts.forget,
  refuseExcess,
  refuseFull,
  turnAway,
  room,
  wishOf,
  openAddresses,
  watchQuiet,
  /** Lets one after another through to what costs processor time. */
  openGate: (untilQuiet: (isComputing: () => boolean) => Promise<void>) =>
    createGate({ untilQuiet, now: () => performance.now(), places, readWaitMs }),
  /** Takes bodies in; an admin's pictures have places of their own. */
  openBodies: () => openBodies({ isAdmin: bringsAdmin }),
  baseHeaders: baseHeaders(config.isHttps),
  sealed,
  dressOther,
  lighten,
  answerRefusal,
  patience,
  isAmbiguous,
  bringsFlood,
  answerUnreadable,
  toArrival,
  hungUp,
  toRequest,
  sendResponse,
  onBehalf,
  requestId,
  logLine,
  logSoon,
  logRequest,
  describeError,
  sendKept,
  preferSqueezed,
  knowFiles,
  /** What was queued or cut off when the last process ended goes on with this one: a computation, mails. */
  async resume() {
    const { hasWork } = await recoverComputations(db)
    if (hasWork) wakeComputer({ file: config.databaseFile, isDemo: config.isDemo })
    sender = openPost()
    forgetting = setInterval(forgetAddresses, 60 * 60_000).unref()
    forgetAddresses()
  },
  /** Sends no more mails: while requests under way finish, those under way do, too. */
  stopSending() {
    sender?.stop()
  },
  /** Keeps the public pages that `askRemix` draws. */
  openPublicPages(askRemix: (request: Request) => Promise<Response>) {
    versions ??= watchVersions(config.databaseFile)
    const { origin, isHttps } = config
    return openPublicPages({ origin, isHttps, askRemix, nextChangeAt, readVersions: versions.read })
  },
  /** Keeps the lists of the JSON contract. */
  openKeptLists() {
    versions ??= watchVersions(config.databaseFile)
    const { origin, isHttps } = config
    const hasCaller = async (request: Request) => (await findCaller(request)) !== null
    return openKeptLists({ origin, isHttps, nextChangeAt, hasCaller, readVersions: versions.read })
  },
  async close() {
    clearInterval(forgetting)
    await sender?.stop()
    versions?.close()
    await db.destroy()
  },
}

/** Whether what came along is an admin's session or token. What cannot be looked at is nobody's. */
async function bringsAdmin({ cookie, authorization }: Pick<Arrival, 'cookie' | 'authorization'>) {
  const headers = new Headers({ Cookie: cookie ?? '' })
  if (authorization !== undefined) headers.set('Authorization', authorization)
  const caller = await findCaller(new Request(config.origin, { headers })).catch(() => null)
  return caller !== null && mayAdminister(caller)
}

/** What nobody confirmed is forgotten also where nobody asks for anything. */
function forgetAddresses(): void {
  attempt(forgetUnconfirmed(db, Date.now())).catch((error) => logLine('error', 'bug', describeError(error)))
}

/** Starts sending mails; undefined where no mail server is configured. */
function openPost(): Sender | undefined {
  if (!config.mail) return undefined
  const { smtpUrl, from } = config.mail
  const transport = openTransport(smtpUrl)
  return startSender({
    db,
    clock,
    now: Date.now,
    transport,
    close: transport.close,
    from,
    links: mailLinks,
    holder: randomUUID(),
    note: noteMails,
  })
}

/** A line in the log for what happens to mails, and for /healthz whether the mail server takes any. */
function noteMails({ event, ...fields }: MailEvent): void {
  if (event === 'mail-server-away' || event === 'mail-server-back')
    noteMailServer(event === 'mail-server-away')
  const told = 'error' in fields ? describeError(fields.error) : fields
  logLine(event === 'mails-sent' || event === 'mail-server-back' ? 'info' : 'warn', event, told)
}

/** On the system clock, because game time is not known at once. A jump of the demo's clock bumps the versions. */
async function nextChangeAt(): Promise<number> {
  const systemNow = Date.now()
  const now = await clock(db)
  const game = await findActiveGame(db)
  return systemNow + nextPublicChange(now, { game, isDemo: config.isDemo }) - now
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
  const keeper = context.staticHandlerContext.errors ? null : parts.begin()
  const drawnNonce = nonce && parts.nonce
  const html = renderToString(
    <NonceContext.Provider value={drawnNonce}>
      <PartKeeperContext.Provider value={keeper}>
        <RemixServer context={context} url={url} nonce={drawnNonce} />
      </PartKeeperContext.Provider>
    </NonceContext.Provider>,
  )
  const whole = `<!DOCTYPE html>${keeper ? keeper.finish(html) : html}`
  // A visitor may send a NUL, which no HTML may hold.
  return whole.replaceAll('\0', '').replaceAll(parts.nonce, nonce ?? '')
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

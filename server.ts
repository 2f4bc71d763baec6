import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import compression from 'compression'
import express, { type NextFunction, type Request, type Response } from 'express'
import { exitWithError, loadBuild } from './app/server/prepare-database.server.ts'

/**
 * The HTTP entry. It knows files, sockets and signals; everything that knows the product comes from the
 * build's entry module, because importing it here would make a second database, clock and limiter.
 */
process.env.NODE_ENV ||= 'production'
const build = await loadBuild()
const { house } = build.entry.module
const { config } = house
const checkRequest = house.createRequestChecker(build.routes)
const handleWithRemix = house.createRemixHandler(build, process.env.NODE_ENV)
const pageCache = house.openPageCache(handleWithRemix)
const jsonCache = house.openJsonCache()
const app = express()
const readBody = house.openBodyReader()
const isStaticFile = house.createStaticFileLookup('build/client')
const staticFiles = express
  .Router()
  .use(compression(), express.static('build/client', { index: false, redirect: false, maxAge: '1h' }))
let isClosing = false

app.disable('x-powered-by')
trustProxies()
const addressReader = house.createAddressReader(app.get('trust proxy fn'))
// Addresses are read by their doors, and pages are squeezed as they are sent.
app.set('query parser', false)
app.use(setRequestId)
app.use(
  '/assets',
  compression(),
  house.servePrecompressed('build/client/assets'),
  express.static('build/client/assets', {
    immutable: true,
    maxAge: '1y',
    fallthrough: false,
    // Their names say which version they are, and they are read whole.
    etag: false,
    lastModified: false,
    acceptRanges: false,
    setHeaders: house.stripPageHeaders,
  }),
)
app.use((request, response, next) =>
  isStaticFile(request.url) ? staticFiles(request, response, next) : next(),
)
app.use((request, response, next) => {
  handleDynamicRequest(request, response).catch(next)
})
app.use(handleExpressError)

const server = createServer(house.requestTimeouts, (request, response) => {
  addressReader.recordUntrustedForwarding(request)
  // What has two meanings gets neither, and nothing more is read from its connection.
  const read = house.isAmbiguousRequest(request)
    ? { refused: ambiguous }
    : house.checkTarget(request.url ?? '')
  if ('refused' in read)
    return house.runInRequestContext(() => sendErrorAtOnce(request, response, read.refused))
  request.url = read.target
  if (pageCache.trySendCached(request, response, isClosing)) return
  house
    .runInRequestContext(() => handleUncachedPage(request, response))
    .catch((error) => request.destroy(error))
})
const waitForIdle = house.createIdleWaiter(server)
// People who keep coming are listened to as long as a page or two take; a page is there in the longest also when it is slow.
const idleOptions = { idleTurns: 3, maxListeningMs: 20, maxTotalMs: 250 }
const requestQueue = house.openRequestQueue((isComputing) => waitForIdle(idleOptions, isComputing))
const healthCheck = house.createHealthCheck({
  runQueued: (work) => requestQueue.run({ priority: 'health' }, work),
  handleWithRemix: handleWithRemix,
})
house.handleClientErrors(server, house.baseHeaders)
server.maxConnections = house.capacity.connections
server.timeout = house.stallTimeoutMs
server.on('checkExpectation', (request, response) => {
  house.runInRequestContext(() => sendErrorAtOnce(request, response, ambiguous))
})
server.on('error', (error) => exitWithError(`Port ${config.port} cannot be used: ${error.message}`))
// systemd may hold the door (ops/douze.socket): who comes while the game is started anew waits there, also with a save.
const hasInheritedSocket = process.env.LISTEN_PID === String(process.pid)
server.listen(hasInheritedSocket ? { fd: 3 } : { port: config.port, host: config.host }, () => {
  const { headersTimeout: headersMs, requestTimeout: requestMs } = server
  house.startWatchdog()
  house.startEventLoopMonitor()
  house.logLine('info', 'listening', { port: config.port, origin: config.origin, headersMs, requestMs })
})
process.once('SIGTERM', stop)
process.once('SIGINT', stop)
process.on('uncaughtException', (error) => {
  house.logLine('error', 'crash', house.describeError(error))
  process.exit(1)
})

/** Refuses what Express is never asked about. */
function sendErrorAtOnce(request: IncomingMessage, response: ServerResponse, refusal: ErrorResponse): void {
  const id = house.getRequestId() ?? ''
  house.logRequest(request, response, id)
  const { status, headers, body } = house.renderErrorResponse(request.url ?? '/', refusal)
  const closing = isClosing || house.mayHaveLargeBody(request) ? { Connection: 'close' } : {}
  const all = { ...house.baseHeaders, 'X-Request-Id': id, ...headers, ...closing }
  for (const [name, value] of Object.entries(all)) response.setHeader(name, value)
  response.statusCode = status
  house.endErrorResponse(request, response, request.method === 'HEAD' ? undefined : body)
}

/** What no kept page answers: a kept list, or the long way. */
async function handleUncachedPage(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const whose = { address: addressReader.readAddressKey(request), isClosing }
  const isCall = request.url?.startsWith('/api/') === true
  if (!isCall || !(await jsonCache.trySendCached(request, response, whose))) shedOrHandle(request, response)
}

/** In a crowd most are turned away by their heads alone: only a refusal that costs little makes room. */
function shedOrHandle(request: IncomingMessage, response: ServerResponse): void {
  const full = shedIfFull(request)
  if (full) sendErrorAtOnce(request, response, full)
  else app(request, response)
}

function shedIfFull(request: IncomingMessage): ErrorResponse | undefined {
  const { method = '', url = '', headers } = request
  if (isStaticFile(url) || url.startsWith('/assets/')) return undefined
  const { cookie, authorization } = headers
  const asker = { method, target: url, path: url.split('?')[0] ?? '', cookie, authorization }
  return house.shedIfFull(asker, { inFlight: requestQueue.inFlight(), now: Date.now() })
}

function trustProxies(): void {
  try {
    app.set('trust proxy', config.trustedProxies)
  } catch (error) {
    exitWithError(`TRUSTED_PROXIES: ${error instanceof Error ? error.message : 'not understood'}`)
  }
}

/** Every answer carries the common headers and an id, and leaves one line in the log: no query, no cookie. */
function setRequestId(request: Request, response: Response, next: NextFunction): void {
  const id = house.getRequestId() ?? ''
  response.set({ ...house.baseHeaders, 'X-Request-Id': id })
  if (isClosing) response.set('Connection', 'close')
  house.logRequest(request, response, id)
  next()
}

/** The way of every request that is no file: judged, taken in whole, then answered by Remix when its turn has come. */
async function handleDynamicRequest(request: Request, response: Response): Promise<void> {
  const arrival = house.toRequestHead(request, addressReader.readAddressKey(request))
  const verdict = checkRequest(arrival)
  if ('refused' in verdict) return sendError(request, response, verdict.refused)
  if ('moved' in verdict) return response.set(house.nonPageHeaders).redirect(308, verdict.moved)
  const { url } = verdict
  const counts = { inFlight: requestQueue.inFlight(), now: Date.now() }
  const excess = house.shedOrRateLimit(arrival, url.pathname, counts)
  if (excess) return sendError(request, response, excess)
  const wait = house.providerWaitOf({ ...arrival, path: url.pathname })
  if (wait === 'visitor' && (await house.checkVisitor(url, arrival)) === 'full')
    return sendError(request, response, busy)
  const body = await readBody({ incoming: request, outgoing: response }, arrival, url.pathname)
  if ('refused' in body) return sendError(request, response, body.refused)
  const asked = { url, body: body.bytes, trustedHeaders: { 'X-Client-Address': arrival.address } }
  const wish = house.toQueueRequest(arrival, url.pathname, house.createDisconnectSignal(response))
  if (wish.priority === 'health') return healthCheck(response)
  if (wish.priority === 'save' && !(await house.isKnownSender(arrival))) wish.priority = 'page'
  const work = () => renderAndSend(request, response, asked)
  await house.withoutStallTimeout(response, () =>
    wait === 'route' ? handleOutsideQueue(request, response, work) : runQueued(request, response, wish, work),
  )
}

type Work = () => Promise<void>

async function runQueued(
  request: Request,
  response: Response,
  wish: QueueRequest,
  work: Work,
): Promise<void> {
  const turn = await requestQueue.run(wish, work)
  if (turn === 'gone') house.logBuffered('info', 'not-drawn')
  else if (turn === 'full' || turn === 'late')
    sendError(request, response, house.shed(wish.priority, Date.now(), turn))
}

/** What waits for the identity provider itself holds no place in the queue, which is for who needs the processor. */
async function handleOutsideQueue(request: Request, response: Response, work: Work): Promise<void> {
  const isSignIn = /^\/auth\/(sign-in|callback)/.test(request.path)
  if ((await (isSignIn ? house.signIns : house.signOuts).run(work)) === 'full')
    sendError(request, response, busy)
}

interface VerifiedRequest {
  url: URL
  body: Uint8Array<ArrayBuffer>
  /** Headers that say what we know, in the place of what a visitor says. */
  trustedHeaders: Record<string, string>
}

async function renderAndSend(request: Request, response: Response, asked: VerifiedRequest): Promise<void> {
  const drawn = await pageCache.render(request)
  if (drawn && 'etag' in drawn) return house.sendCachedResponse(request, response, drawn)
  const ask = () => handleWithRemix(house.toFetchRequest(request, asked))
  const answered = drawn ?? (await jsonCache.render(request, ask))
  if ('etag' in answered) return house.sendCachedResponse(request, response, answered)
  if (isMissingAction(answered)) return sendError(request, response, methodNotAllowed)
  const headers = new Headers(answered.headers)
  house.addNonPageHeaders(headers, config.isHttps)
  house.sendEncodedResponse(
    response,
    await house.encodeResponse(house.readClientPreferences(request), answered, headers),
  )
}

/** Remix says 405 to a form that is sent where none is, and calls it an unexpected error. */
function isMissingAction({ status, headers }: globalThis.Response): boolean {
  return status === 405 && !headers.has('Allow')
}

type QueueRequest = ReturnType<typeof house.toQueueRequest>
type ErrorResponse = Parameters<typeof house.renderErrorResponse>[1]
const busy: ErrorResponse = { errorType: 'SERVICE_UNAVAILABLE', headers: { 'Retry-After': '5' } }
const ambiguous: ErrorResponse = { errorType: 'BAD_REQUEST', headers: { Connection: 'close' } }
const methodNotAllowed: ErrorResponse = { errorType: 'METHOD_NOT_ALLOWED', headers: { Allow: 'GET, HEAD' } }
function pathOf(request: Request): string {
  return request.originalUrl.split('?')[0] ?? ''
}

function sendError(request: Request, response: Response, refusal: ErrorResponse): void {
  const { status, headers, body } = house.renderErrorResponse(pathOf(request), refusal)
  if (house.mayHaveLargeBody(request)) response.set('Connection', 'close')
  response.status(status).set(headers)
  house.endErrorResponse(request, response, request.method === 'HEAD' ? undefined : body)
}

/** A missing file, a visitor who hung up, or a bug. Four arguments: that is how Express knows an error handler. */
function handleExpressError(error: unknown, request: Request, response: Response, _next: NextFunction): void {
  if (response.headersSent || request.destroyed) return void response.destroy()
  const status = statusOf(error)
  if (status === 500) house.logLine('error', 'bug', house.describeError(error))
  if (status === 500) sendError(request, response, { errorType: 'SERVER_ERROR' })
  else if (status === 404 || status === 403) sendError(request, response, { errorType: 'NOT_FOUND' })
  else if (status === 400) sendError(request, response, { errorType: 'BAD_REQUEST' })
  else response.status(status).end()
}

/** The status Express's file server gave its error, when it is a visitor's mistake. */
function statusOf(error: unknown): number {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : 500
  return typeof status === 'number' && status < 500 ? status : 500
}

/** Takes no more requests, lets those under way finish (8 s at most), closes the database, leaves. */
async function stop(): Promise<void> {
  house.logLine('info', 'stopping')
  isClosing = true
  house.stopMailSender()
  // Who has arrived and waits unread is let in: closing would cut them off.
  await waitForIdle({ idleTurns: 5, maxListeningMs: 2_000, maxTotalMs: 2_000 })
  const idle = setInterval(() => server.closeIdleConnections(), 100)
  setTimeout(() => server.closeAllConnections(), 8_000).unref()
  server.close(async () => {
    clearInterval(idle)
    await house.close()
    house.logLine('info', 'stopped')
    process.exit(0)
  })
}

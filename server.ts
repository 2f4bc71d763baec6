import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import compression from 'compression'
import express, { type NextFunction, type Request, type Response } from 'express'
import { giveUp, loadBuild } from './scripts/load-build.ts'

/**
 * The HTTP entry. It knows files, sockets and signals; everything that knows the product comes from the
 * build's entry module, because importing it here would make a second database, clock and limiter.
 */
process.env.NODE_ENV ||= 'production'
const build = await loadBuild()
const { house } = build.entry.module
const { config } = house
const judge = house.judgeFor(build.routes)
const askRemix = house.openRemix(build, process.env.NODE_ENV)
const publicPages = house.openPublicPages(askRemix)
const keptLists = house.openKeptLists()
const app = express()
const takeBody = house.openBodies()
const isFile = house.knowFiles('build/client')
const files = express
  .Router()
  .use(compression(), express.static('build/client', { index: false, redirect: false, maxAge: '1h' }))
let isClosing = false

app.disable('x-powered-by')
trustProxies()
const addresses = house.openAddresses(app.get('trust proxy fn'))
// Addresses are read by their doors, and pages are squeezed as they are sent.
app.set('query parser', false)
app.use(setRequestId)
app.use(
  '/assets',
  compression(),
  house.preferSqueezed('build/client/assets'),
  express.static('build/client/assets', {
    immutable: true,
    maxAge: '1y',
    fallthrough: false,
    // Their names say which version they are, and they are read whole.
    etag: false,
    lastModified: false,
    acceptRanges: false,
    setHeaders: house.lighten,
  }),
)
app.use((request, response, next) => (isFile(request.url) ? files(request, response, next) : next()))
app.use((request, response, next) => {
  answer(request, response).catch(next)
})
app.use(answerError)

const server = createServer(house.patience, (request, response) => {
  addresses.noteStranger(request)
  // What has two meanings gets neither, and nothing more is read from its connection.
  const read = house.isAmbiguous(request) ? { refused: ambiguous } : house.readTarget(request.url ?? '')
  if ('refused' in read) return house.onBehalf(() => refuseAtOnce(request, response, read.refused))
  request.url = read.target
  if (publicPages.answer(request, response, isClosing)) return
  house.onBehalf(() => take(request, response)).catch((error) => request.destroy(error))
})
const untilQuiet = house.watchQuiet(server)
// People who keep coming are listened to as long as a page or two take; a page is there in the longest also when it is slow.
const patience = { quietTurns: 3, mostMs: 20, longestMs: 250 }
const gate = house.openGate((isComputing) => untilQuiet(patience, isComputing))
const tellHealth = house.openHealth({ pass: (work) => gate.pass({ rank: 'health' }, work), askRemix })
house.answerUnreadable(server, house.baseHeaders)
server.maxConnections = house.room.connections
server.timeout = house.stalledMs
server.on('checkExpectation', (request, response) => {
  house.onBehalf(() => refuseAtOnce(request, response, ambiguous))
})
server.on('error', (error) => giveUp(`Port ${config.port} cannot be used: ${error.message}`))
// systemd may hold the door (ops/douze.socket): who comes while the game is started anew waits there, also with a save.
const isDoorHeld = process.env.LISTEN_PID === String(process.pid)
server.listen(isDoorHeld ? { fd: 3 } : { port: config.port, host: config.host }, () => {
  const { headersTimeout: headersMs, requestTimeout: requestMs } = server
  house.startWatchdog()
  house.watchEventLoop()
  house.logLine('info', 'listening', { port: config.port, origin: config.origin, headersMs, requestMs })
})
process.once('SIGTERM', stop)
process.once('SIGINT', stop)
process.on('uncaughtException', (error) => {
  house.logLine('error', 'crash', house.describeError(error))
  process.exit(1)
})

/** Refuses what Express is never asked about. */
function refuseAtOnce(request: IncomingMessage, response: ServerResponse, refusal: Refusal): void {
  const id = house.requestId() ?? ''
  house.logRequest(request, response, id)
  const { status, headers, body } = house.answerRefusal(request.url ?? '/', refusal)
  const closing = isClosing || house.bringsFlood(request) ? { Connection: 'close' } : {}
  const all = { ...house.baseHeaders, 'X-Request-Id': id, ...headers, ...closing }
  for (const [name, value] of Object.entries(all)) response.setHeader(name, value)
  response.statusCode = status
  house.endRefusal(request, response, request.method === 'HEAD' ? undefined : body)
}

/** What no kept page answers: a kept list, or the long way. */
async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const whose = { address: addresses.keyOf(request), isClosing }
  const isCall = request.url?.startsWith('/api/') === true
  if (!isCall || !(await keptLists.answer(request, response, whose))) goOn(request, response)
}

/** In a crowd most are turned away by their heads alone: only a refusal that costs little makes room. */
function goOn(request: IncomingMessage, response: ServerResponse): void {
  const full = refuseFull(request)
  if (full) refuseAtOnce(request, response, full)
  else app(request, response)
}

function refuseFull(request: IncomingMessage): Refusal | undefined {
  const { method = '', url = '', headers } = request
  if (isFile(url) || url.startsWith('/assets/')) return undefined
  const { cookie, authorization } = headers
  const asker = { method, target: url, path: url.split('?')[0] ?? '', cookie, authorization }
  return house.refuseFull(asker, { inFlight: gate.inFlight(), now: Date.now() })
}

function trustProxies(): void {
  try {
    app.set('trust proxy', config.trustedProxies)
  } catch (error) {
    giveUp(`TRUSTED_PROXIES: ${error instanceof Error ? error.message : 'not understood'}`)
  }
}

/** Every answer carries the common headers and an id, and leaves one line in the log: no query, no cookie. */
function setRequestId(request: Request, response: Response, next: NextFunction): void {
  const id = house.requestId() ?? ''
  response.set({ ...house.baseHeaders, 'X-Request-Id': id })
  if (isClosing) response.set('Connection', 'close')
  house.logRequest(request, response, id)
  next()
}

/** The way of every request that is no file: judged, taken in whole, then answered by Remix when its turn has come. */
async function answer(request: Request, response: Response): Promise<void> {
  const arrival = house.toArrival(request, addresses.keyOf(request))
  const verdict = judge(arrival)
  if ('refused' in verdict) return refuse(request, response, verdict.refused)
  if ('moved' in verdict) return response.set(house.sealed).redirect(308, verdict.moved)
  const { url } = verdict
  const counts = { inFlight: gate.inFlight(), now: Date.now() }
  const excess = house.refuseExcess(arrival, url.pathname, counts)
  if (excess) return refuse(request, response, excess)
  const wait = house.providerWaitOf({ ...arrival, path: url.pathname })
  if (wait === 'visitor' && (await house.checkVisitor(url, arrival)) === 'full')
    return refuse(request, response, busy)
  const body = await takeBody({ incoming: request, outgoing: response }, arrival, url.pathname)
  if ('refused' in body) return refuse(request, response, body.refused)
  const asked = { url, body: body.bytes, ours: { 'X-Client-Address': arrival.address } }
  const wish = house.wishOf(arrival, url.pathname, house.hungUp(response))
  if (wish.rank === 'health') return tellHealth(response)
  if (wish.rank === 'save' && !(await house.isKnown(arrival))) wish.rank = 'page'
  const work = () => passOn(request, response, asked)
  await house.whileWaiting(response, () =>
    wait === 'route' ? handleOutsideQueue(request, response, work) : queue(request, response, wish, work),
  )
}

type Work = () => Promise<void>

async function queue(request: Request, response: Response, wish: Wish, work: Work): Promise<void> {
  const turn = await gate.pass(wish, work)
  if (turn === 'gone') house.logSoon('info', 'not-drawn')
  else if (turn === 'full' || turn === 'late')
    refuse(request, response, house.turnAway(wish.rank, Date.now(), turn))
}

/** What waits for the identity provider itself holds no place in the queue, which is for who needs the processor. */
async function handleOutsideQueue(request: Request, response: Response, work: Work): Promise<void> {
  const isSignIn = /^\/auth\/(sign-in|callback)/.test(request.path)
  if ((await (isSignIn ? house.signIns : house.signOuts).run(work)) === 'full')
    refuse(request, response, busy)
}

interface Asked {
  url: URL
  body: Uint8Array<ArrayBuffer>
  /** Headers that say what we know, in the place of what a visitor says. */
  ours: Record<string, string>
}

async function passOn(request: Request, response: Response, asked: Asked): Promise<void> {
  const drawn = await publicPages.draw(request)
  if (drawn && 'etag' in drawn) return house.sendKept(request, response, drawn)
  const ask = () => askRemix(house.toRequest(request, asked))
  const answered = drawn ?? (await keptLists.draw(request, ask))
  if ('etag' in answered) return house.sendKept(request, response, answered)
  if (isFormless(answered)) return refuse(request, response, formless)
  const headers = new Headers(answered.headers)
  house.dressOther(headers, config.isHttps)
  house.sendPacked(response, await house.packResponse(house.wantedBy(request), answered, headers))
}

/** Remix says 405 to a form that is sent where none is, and calls it an unexpected error. */
function isFormless({ status, headers }: globalThis.Response): boolean {
  return status === 405 && !headers.has('Allow')
}

type Wish = ReturnType<typeof house.wishOf>
type Refusal = Parameters<typeof house.answerRefusal>[1]
const busy: Refusal = { errorType: 'SERVICE_UNAVAILABLE', headers: { 'Retry-After': '5' } }
const ambiguous: Refusal = { errorType: 'BAD_REQUEST', headers: { Connection: 'close' } }
const formless: Refusal = { errorType: 'METHOD_NOT_ALLOWED', headers: { Allow: 'GET, HEAD' } }
function pathOf(request: Request): string {
  return request.originalUrl.split('?')[0] ?? ''
}

function refuse(request: Request, response: Response, refusal: Refusal): void {
  const { status, headers, body } = house.answerRefusal(pathOf(request), refusal)
  if (house.bringsFlood(request)) response.set('Connection', 'close')
  response.status(status).set(headers)
  house.endRefusal(request, response, request.method === 'HEAD' ? undefined : body)
}

/** A missing file, a visitor who hung up, or a bug. Four arguments: that is how Express knows an error handler. */
function answerError(error: unknown, request: Request, response: Response, _next: NextFunction): void {
  if (response.headersSent || request.destroyed) return void response.destroy()
  const status = statusOf(error)
  if (status === 500) house.logLine('error', 'bug', house.describeError(error))
  if (status === 500) refuse(request, response, { errorType: 'SERVER_ERROR' })
  else if (status === 404 || status === 403) refuse(request, response, { errorType: 'NOT_FOUND' })
  else if (status === 400) refuse(request, response, { errorType: 'BAD_REQUEST' })
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
  house.stopSending()
  // Who has arrived and waits unread is let in: closing would cut them off.
  await untilQuiet({ quietTurns: 5, mostMs: 2_000, longestMs: 2_000 })
  const idle = setInterval(() => server.closeIdleConnections(), 100)
  setTimeout(() => server.closeAllConnections(), 8_000).unref()
  server.close(async () => {
    clearInterval(idle)
    await house.close()
    house.logLine('info', 'stopped')
    process.exit(0)
  })
}

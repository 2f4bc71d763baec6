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
let inFlight = 0
let isClosing = false
/** Bodies under way by address, and those with pictures of everybody. */
const arriving = new Map<string, number>()
let largeArriving = 0

app.disable('x-powered-by')
trustProxies()
app.use(identify, compression())
app.use(
  '/assets',
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
app.use(express.static('build/client', { index: false, redirect: false, maxAge: '1h' }))
app.use((request, response, next) => {
  answer(request, response).catch(next)
})
app.use(answerError)

const server = createServer(house.patience, (request, response) => {
  noteStrangers(request)
  if (house.isAmbiguous(request)) return house.onBehalf(() => refuseAmbiguous(request, response))
  if (publicPages.answer(request, response, isClosing)) return
  house.onBehalf(() => take(request, response, isClosing))
})
house.answerUnreadable(server, house.baseHeaders)
server.maxConnections = house.room.connections
server.on('error', (error) => giveUp(`Port ${config.port} cannot be used: ${error.message}`))
server.listen({ port: config.port, host: config.host }, () => {
  const { headersTimeout: headersMs, requestTimeout: requestMs } = server
  house.logLine('info', 'listening', { port: config.port, origin: config.origin, headersMs, requestMs })
})
process.once('SIGTERM', stop)
process.once('SIGINT', stop)
process.on('uncaughtException', (error) => {
  house.logLine('error', 'crash', house.describeError(error))
  process.exit(1)
})

/** What has two meanings gets neither, and nothing more is read from its connection. */
function refuseAmbiguous(request: IncomingMessage, response: ServerResponse): void {
  const id = house.requestId() ?? ''
  house.logRequest(request, response, id)
  const { status, headers, body } = house.answerRefusal('/', { errorType: 'BAD_REQUEST' })
  response.writeHead(status, { ...house.baseHeaders, ...headers, 'X-Request-Id': id, Connection: 'close' })
  response.end(request.method === 'HEAD' ? undefined : body)
}

/** What no kept page answers: a kept list, or the long way. */
function take(request: IncomingMessage, response: ServerResponse, isClosing: boolean): void {
  if (!request.url?.startsWith('/api/')) return void app(request, response)
  const address = house.addressKey(addressOf(request))
  keptLists.answer(request, response, { address, isClosing }).then(
    (isSent) => isSent || app(request, response),
    (error) => request.destroy(error),
  )
}

function trustProxies(): void {
  try {
    app.set('trust proxy', config.trustedProxies)
  } catch (error) {
    giveUp(`TRUSTED_PROXIES: ${error instanceof Error ? error.message : 'not understood'}`)
  }
}

/** Every answer carries the common headers and an id, and leaves one line in the log: no query, no cookie. */
function identify(request: Request, response: Response, next: NextFunction): void {
  const id = house.requestId() ?? ''
  response.set({ ...house.baseHeaders, 'X-Request-Id': id })
  if (isClosing) response.set('Connection', 'close')
  house.logRequest(request, response, id)
  next()
}

/** The way of every request that is no file: judged, then answered by Remix. */
async function answer(request: Request, response: Response): Promise<void> {
  const arrival = toArrival(request)
  const verdict = judge(arrival)
  if ('refused' in verdict) return refuse(request, response, verdict.refused)
  if ('moved' in verdict) return response.set(house.sealed).redirect(308, verdict.moved)
  const excess = house.refuseExcess(arrival, verdict.url.pathname, { inFlight, now: Date.now() })
  if (excess) return refuse(request, response, excess)
  const body = await arrive(request, arrival)
  if ('refused' in body) return refuse(request, response, body.refused)
  inFlight += 1
  const asked = { url: verdict.url, address: arrival.address, body: body.bytes }
  await passOn(request, response, asked).finally(() => {
    inFlight -= 1
  })
}

type Refusal = Parameters<typeof house.answerRefusal>[1]
type Arrived = { refused: Refusal } | { bytes: Uint8Array<ArrayBuffer> }

/** Takes the body in. It holds no place among the answered meanwhile, and few of one address may be under way. */
async function arrive(
  request: Request,
  { method, address, contentLength }: { method: string; address: string; contentLength: string | undefined },
): Promise<Arrived> {
  if (method === 'GET' || method === 'HEAD') return { bytes: new Uint8Array() }
  const underWay = arriving.get(address) ?? 0
  const large = Number(contentLength ?? 0) > 512 * 1024 ? 1 : 0
  if (underWay >= house.room.arriving) return { refused: tooMany }
  if (largeArriving + large > house.room.largeArriving) return { refused: busy }
  arriving.set(address, underWay + 1)
  largeArriving += large
  const bytes = await house.readBody(request, house.bodyTimeoutMs(pathOf(request))).finally(() => {
    largeArriving -= large
    const left = (arriving.get(address) ?? 1) - 1
    if (left === 0) arriving.delete(address)
    else arriving.set(address, left)
  })
  return bytes === 'late' ? { refused: tooLate } : { bytes }
}

async function passOn(
  request: Request,
  response: Response,
  { url, address, body }: { url: URL; address: string; body: Uint8Array<ArrayBuffer> },
): Promise<void> {
  const ours = { 'X-Client-Address': address }
  const drawn = await publicPages.draw(request)
  if (drawn && 'etag' in drawn) return house.sendKept(request, response, drawn)
  const ask = () => askRemix(house.toRequest(request, { url, body, ours }))
  const answered = drawn ?? (await keptLists.draw(request, ask))
  if ('etag' in answered) return house.sendKept(request, response, answered)
  if (isFormless(answered)) return refuse(request, response, formless)
  const headers = new Headers(answered.headers)
  house.dressOther(headers, config.isHttps)
  await house.sendResponse(response, answered, headers)
}

/** Remix says 405 to a form that is sent where none is, and calls it an unexpected error. */
function isFormless({ status, headers }: globalThis.Response): boolean {
  return status === 405 && !headers.has('Allow')
}

const formless: Refusal = { errorType: 'METHOD_NOT_ALLOWED', headers: { Allow: 'GET, HEAD' } }
const soon = { 'Retry-After': '5', Connection: 'close' }
const tooMany: Refusal = { errorType: 'TOO_MANY_REQUESTS', headers: soon }
const busy: Refusal = { errorType: 'SERVICE_UNAVAILABLE', headers: soon }
const tooLate: Refusal = {
  errorType: 'BAD_REQUEST',
  message: 'The request took too long to arrive. Please try again.',
  headers: { Connection: 'close' },
}

function toArrival(request: Request) {
  const { headers, method, originalUrl: target } = request
  return {
    method,
    target,
    host: headers.host,
    secFetchSite: oneOf(headers['sec-fetch-site']),
    origin: headers.origin,
    cookie: headers.cookie,
    contentLength: headers['content-length'],
    contentType: headers['content-type'],
    contentEncoding: headers['content-encoding'],
    transferEncoding: headers['transfer-encoding'],
    address: house.addressKey(addressOf(request)),
  }
}

/** Only a trusted proxy may say on whose behalf it asks; Express ignores everybody else, and /healthz tells. */
function noteStrangers({ headers, socket }: IncomingMessage): void {
  if (headers['x-forwarded-for'] === undefined) return
  const isTrusted = app.get('trust proxy fn')
  if (!isTrusted(socket.remoteAddress, 0)) house.noteForwardedByStranger()
}

/** Who asks: the peer, or whoever the last trusted proxy names. The rule of Express's own `request.ip`. */
function addressOf({ headers, socket }: IncomingMessage): string | undefined {
  const isTrusted = app.get('trust proxy fn')
  const forwarded = (oneOf(headers['x-forwarded-for']) ?? '').split(',').map((hop) => hop.trim())
  const hops = [socket.remoteAddress, ...forwarded.filter((hop) => hop !== '').reverse()]
  return hops.find((hop, at) => !isTrusted(hop, at)) ?? hops.at(-1)
}

function oneOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(',') : header
}

function pathOf(request: Request): string {
  return request.originalUrl.split('?')[0] ?? ''
}

function refuse(request: Request, response: Response, refusal: Refusal): void {
  const { status, headers, body } = house.answerRefusal(pathOf(request), refusal)
  if (house.bringsFlood(request)) response.set('Connection', 'close')
  response
    .status(status)
    .set(headers)
    .end(request.method === 'HEAD' ? undefined : body)
}

/** A missing file, a visitor who hung up, or a bug. Four arguments: that is how Express knows an error handler. */
function answerError(error: unknown, request: Request, response: Response, _next: NextFunction): void {
  if (response.headersSent || request.destroyed) return void response.destroy()
  const status = statusOf(error)
  if (status === 500) house.logLine('error', 'bug', house.describeError(error))
  if (status === 500) refuse(request, response, { errorType: 'SERVER_ERROR' })
  else if (status === 404) refuse(request, response, { errorType: 'NOT_FOUND' })
  else if (status === 400) refuse(request, response, { errorType: 'BAD_REQUEST' })
  else response.status(status).end()
}

/** The status Express's file server gave its error, when it is a visitor's mistake. */
function statusOf(error: unknown): number {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : 500
  return typeof status === 'number' && status < 500 ? status : 500
}

/** Takes no more requests, lets those under way finish (10 s at most), closes the database, leaves. */
async function stop(): Promise<void> {
  house.logLine('info', 'stopping')
  isClosing = true
  house.stopSending()
  await takeInWhatWaits()
  const idle = setInterval(() => server.closeIdleConnections(), 100)
  setTimeout(() => server.closeAllConnections(), 10_000).unref()
  server.close(async () => {
    clearInterval(idle)
    await house.close()
    house.logLine('info', 'stopped')
    process.exit(0)
  })
}

/**
 * Lets in what has arrived and waits unread, for closing would cut it off: about one connection in each turn of the
 * event loop. It ends when some turns bring nothing new, or after 2 s of people who keep coming.
 */
async function takeInWhatWaits(): Promise<void> {
  const until = performance.now() + 2_000
  let quietTurns = 0
  const hear = () => {
    quietTurns = 0
  }
  server.on('connection', hear).on('request', hear)
  while (quietTurns < 5 && performance.now() < until) {
    quietTurns += 1
    await new Promise((resolve) => setImmediate(resolve))
  }
}

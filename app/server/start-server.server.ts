import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { createRequestHandler, type ServerBuild } from '@remix-run/node'
import { listAllowedMethods } from '#app/api/allowed-methods.ts'
import { findCaller } from '#app/auth/bearer.server.ts'
import { mailLinks } from '#app/auth/mail-links.server.ts'
import { mayAdminister } from '#app/auth/permissions.ts'
import { prefetchVisitor } from '#app/auth/prefetch-visitor.server.ts'
import { findProviderWait } from '#app/auth/provider/provider-wait.server.ts'
import { awaitRenewals } from '#app/auth/session/session-renewal.server.ts'
import { config } from '#app/config.server.ts'
import { findNextPublicChangeAt } from '#app/game/season/next-public-change.ts'
import { renderErrorResponse } from '#app/http/errors/error-response.server.ts'
import {
  addNonPageHeaders,
  buildBaseHeaders,
  nonPageHeaders,
  stripPageHeaders,
} from '#app/http/security-headers.server.ts'
import { tryWrite } from '#app/http/try-write.server.ts'
import { scoreboards } from '#app/server/active-season.server.ts'
import { sendCachedResponse } from '#app/server/cache/cached-response.server.ts'
import { createJsonCache } from '#app/server/cache/json-cache.server.ts'
import { createPageCache } from '#app/server/cache/page-cache.server.ts'
import { limitConcurrency } from '#app/server/load-shedding/concurrency-limit.server.ts'
import { createIdleWaiter } from '#app/server/load-shedding/event-loop-idle.server.ts'
import {
  capacity,
  capacityByPriority,
  maxWaitMs,
  shed,
  shedIfFull,
  shedOrRateLimit,
  signInQueue,
} from '#app/server/load-shedding/load-shedding.server.ts'
import { toQueueRequest } from '#app/server/load-shedding/priority.server.ts'
import { createRequestQueue } from '#app/server/load-shedding/request-queue.server.ts'
import { startEventLoopMonitor } from '#app/server/monitoring/event-loop-delay.server.ts'
import { recordMailServerStatus } from '#app/server/monitoring/health.server.ts'
import { createHealthCheck } from '#app/server/monitoring/health-check.server.ts'
import {
  describeError,
  getRequestId,
  logBuffered,
  logLine,
  runInRequestContext,
  runInResponseContext,
} from '#app/server/monitoring/log.server.ts'
import { logRequest } from '#app/server/monitoring/request-log.server.ts'
import { checkRequest, type RequestHead } from '#app/server/request/check-request.server.ts'
import { createAddressReader } from '#app/server/request/client-address.server.ts'
import { handleClientErrors } from '#app/server/request/client-errors.server.ts'
import { createFormRouteMatcher } from '#app/server/request/form-routes.server.ts'
import {
  createDisconnectSignal,
  endErrorResponse,
  isAmbiguousRequest,
  mayHaveLargeBody,
  requestTimeouts,
  stallTimeoutMs,
  toFetchRequest,
  toRequestHead,
  withoutStallTimeout,
} from '#app/server/request/node-http.server.ts'
import { createBodyReader, type SenderRole } from '#app/server/request/read-body.server.ts'
import { checkTarget } from '#app/server/request/request-target.server.ts'
import { servePrecompressed } from '#app/server/response/compress.server.ts'
import {
  encodeResponse,
  readClientPreferences,
  sendEncodedResponse,
} from '#app/server/response/send-response.server.ts'
import { createStaticFileLookup } from '#app/server/response/static-files.server.ts'
import { startWatchdog } from '#app/server/workers/watchdog.server.ts'
import { deleteExpiredAddresses } from '#app/services/mail/addresses.server.ts'
import { type MailEvent, type Sender, startSender } from '#app/services/mail/sender.server.ts'
import { openTransport } from '#app/services/mail/transport.server.ts'
import { clock, db } from '#db/connection.server.ts'
import { findActiveGame } from '#db/seasons/games.server.ts'
import { watchVersions } from '#db/sqlite/versions.server.ts'

let versions: ReturnType<typeof watchVersions> | undefined
let sender: Sender | undefined
let cleanupTimer: NodeJS.Timeout | undefined
let refreshTimer: NodeJS.Timeout | undefined
let isOpen = true

/** What server.ts takes from here, so that there is one database, one set of limits, one of everything. */
export const house = {
  config,
  /** Judges what arrives; which pages have a form is read from the build's routes, once. */
  createRequestChecker(routes: ServerBuild['routes']) {
    const addresses = { methodsAt: listAllowedMethods, acceptsForm: createFormRouteMatcher(routes) }
    return (arrival: RequestHead) => checkRequest(arrival, config.origin, addresses)
  },
  /** Answers by Remix; what is looked up for an answer is looked up once for all its loaders. */
  createRemixHandler(build: ServerBuild, mode: string | undefined) {
    const answer = createRequestHandler(build, mode)
    return (request: Request) => runInResponseContext(() => answer(request))
  },
  shedOrRateLimit: shedOrRateLimit,
  shedIfFull: shedIfFull,
  shed: shed,
  capacity: capacity,
  toQueueRequest: toQueueRequest,
  createAddressReader: createAddressReader,
  createIdleWaiter: createIdleWaiter,
  /** Lets one after another through to what costs processor time. */
  openRequestQueue: (untilQuiet: (isComputing: () => boolean) => Promise<void>) =>
    createRequestQueue({
      waitForIdle: untilQuiet,
      now: () => performance.now(),
      capacityByPriority: capacityByPriority,
      maxWaitMs: maxWaitMs,
    }),
  createHealthCheck: createHealthCheck,
  checkTarget: checkTarget,
  stallTimeoutMs: stallTimeoutMs,
  startWatchdog,
  startEventLoopMonitor: startEventLoopMonitor,
  providerWaitOf: findProviderWait,
  withoutStallTimeout: withoutStallTimeout,
  signIns: limitConcurrency(capacity.signIns, signInQueue),
  signOuts: limitConcurrency(capacity.signOuts),
  /** Finds out who asks where that may need the provider, before the request is queued; 'full' when too many are asked about. */
  checkVisitor: (url: URL, { method, cookie, authorization }: RequestHead) =>
    visitorChecks.run(() => {
      const headers = toCredentialHeaders({ cookie, authorization })
      return prefetchVisitor(new Request(url, { method, headers }))
    }),
  /** Whether who sends a save is somebody: a made-up session takes no place of a real one's saves. */
  isKnownSender: async (sender: RequestCredentials) => (await findSenderRole(sender)) !== 'stranger',
  openBodyReader: () => createBodyReader({ findSenderRole: findSenderRole }),
  baseHeaders: buildBaseHeaders(config.isHttps),
  nonPageHeaders: nonPageHeaders,
  addNonPageHeaders: addNonPageHeaders,
  stripPageHeaders: stripPageHeaders,
  renderErrorResponse: renderErrorResponse,
  requestTimeouts: requestTimeouts,
  isAmbiguousRequest: isAmbiguousRequest,
  mayHaveLargeBody: mayHaveLargeBody,
  endErrorResponse: endErrorResponse,
  handleClientErrors: handleClientErrors,
  toRequestHead: toRequestHead,
  createDisconnectSignal: createDisconnectSignal,
  toFetchRequest: toFetchRequest,
  encodeResponse: encodeResponse,
  sendEncodedResponse: sendEncodedResponse,
  readClientPreferences: readClientPreferences,
  runInRequestContext: runInRequestContext,
  getRequestId: getRequestId,
  logLine,
  logBuffered: logBuffered,
  logRequest,
  describeError,
  sendCachedResponse: sendCachedResponse,
  servePrecompressed: servePrecompressed,
  createStaticFileLookup: createStaticFileLookup,
  /**
   * Loads the results in force, and goes on with the mails that were waiting when the last process ended. Who connects meanwhile
   * waits, under systemd's socket too; what takes too long is loaded beside the first requests.
   */
  async startBackgroundWork() {
    await Promise.race([refreshResults(), pause(maxLoadMs, undefined, { ref: false })])
    sender = startMailSender()
    cleanupTimer = setInterval(deleteUnconfirmedAddresses, 60 * 60_000).unref()
    deleteUnconfirmedAddresses()
  },
  /** Sends no more mails: while requests under way finish, those under way do, too. */
  stopMailSender() {
    sender?.stop()
  },
  /** Keeps the public pages that `askRemix` draws. */
  openPageCache(askRemix: (request: Request) => Promise<Response>) {
    versions ??= watchVersions(config.databaseFile)
    const { origin, isHttps } = config
    return createPageCache({
      origin,
      isHttps,
      handleWithRemix: askRemix,
      nextChangeAt: findNextChangeAt,
      readVersions: versions.read,
    })
  },
  /** Keeps the lists of the JSON contract. */
  openJsonCache() {
    versions ??= watchVersions(config.databaseFile)
    const { origin, isHttps } = config
    const hasCaller = async (request: Request) => (await findCaller(request)) !== null
    return createJsonCache({
      origin,
      isHttps,
      nextChangeAt: findNextChangeAt,
      isAuthenticated: hasCaller,
      readVersions: readListVersions,
    })
  },
  async close() {
    clearInterval(cleanupTimer)
    isOpen = false
    clearTimeout(refreshTimer)
    await sender?.stop()
    await awaitRenewals()
    versions?.close()
    await db.destroy()
  },
}

const visitorChecks = limitConcurrency(capacity.visitorChecks)

/** Who sends a body. It is unknown while the database or the provider's keys cannot be asked. */
async function findSenderRole(sender: RequestCredentials): Promise<SenderRole> {
  try {
    const caller = await findCaller(new Request(config.origin, { headers: toCredentialHeaders(sender) }))
    if (!caller) return 'stranger'
    return mayAdminister(caller) ? 'admin' : 'manager'
  } catch (error) {
    logLine('warn', 'sender not known', describeError(error))
    return 'unknown'
  }
}

type RequestCredentials = Pick<RequestHead, 'cookie' | 'authorization'>

function toCredentialHeaders({ cookie, authorization }: RequestCredentials): Headers {
  const headers = new Headers({ Cookie: cookie ?? '' })
  if (authorization !== undefined) headers.set('Authorization', authorization)
  return headers
}

/** What nobody confirmed is forgotten also where nobody asks for anything. */
function deleteUnconfirmedAddresses(): void {
  tryWrite(deleteExpiredAddresses(db, Date.now())).catch((error) =>
    logLine('error', 'bug', describeError(error)),
  )
}

/** Starts sending mails; undefined where no mail server is configured. */
function startMailSender(): Sender | undefined {
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
    readResults: scoreboards.read,
    links: mailLinks,
    holder: randomUUID(),
    onEvent: logMailEvent,
  })
}

/** A line in the log for what happens to mails, and for /healthz whether the mail server takes any. */
function logMailEvent({ event, ...fields }: MailEvent): void {
  if (event === 'mail-server-away' || event === 'mail-server-back')
    recordMailServerStatus(event === 'mail-server-away')
  const told = 'error' in fields ? describeError(fields.error) : fields
  logLine(event === 'mails-sent' || event === 'mail-server-back' ? 'info' : 'warn', event, told)
}

/** What lists show changes with the database, and when this process has new results: both only count up. */
function readListVersions() {
  versions ??= watchVersions(config.databaseFile)
  const read = versions.read()
  return { ...read, ranking: read.ranking + scoreboards.countChanges() }
}

const refreshIntervalMs = 1_000
const maxLoadMs = 20_000

/** Holds the results in force and the line-ups of closed rounds, so that nobody who asks waits for them. */
async function refreshResults(): Promise<void> {
  try {
    const game = await findActiveGame(db)
    if (game) await scoreboards.refresh(game)
  } catch (error) {
    logLine('error', 'results-not-loaded', describeError(error))
  }
  if (isOpen) refreshTimer = setTimeout(refreshResults, refreshIntervalMs).unref()
}

/** On the system clock, because game time is not known at once. A jump of the demo's clock bumps the versions. */
async function findNextChangeAt(): Promise<number> {
  const systemNow = Date.now()
  const now = await clock(db)
  const game = await findActiveGame(db)
  return systemNow + findNextPublicChangeAt(now, { game, isDemo: config.isDemo }) - now
}

import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ServerBuild } from '@remix-run/node'
import { listAllowedMethods } from '#app/api/allowed-methods.ts'
import { findProviderWait } from '#app/auth/provider/provider-wait.server.ts'
import { config } from '#app/config.server.ts'
import { hasFormToken, needsFormToken } from '#app/http/csrf.server.ts'
import { createRateLimitResponse, type ErrorResponse } from '#app/http/errors/error-response.server.ts'
import { isServerUrl } from '#app/services/backup/database-server.server.ts'
import { type CachedResponse, sendCachedResponse } from './cache/cached-response.server.ts'
import { openResponseCache } from './cache/open-response-cache.server.ts'
import type { CacheHit } from './cache/response-cache.server.ts'
import { asksForLiveAnswer, createLiveAnswers, liveAnswerPath } from './live/live-answer.server.ts'
import { askAgainHeader, sendLiveAnswer } from './live/send-live-answer.server.ts'
import { type Exchange, focusAnchor, type RequestContext } from './load-context.server.ts'
import { limitConcurrency } from './load-shedding/concurrency-limit.server.ts'
import {
  capacity,
  capacityByPriority,
  inTurnBelow,
  limitAddress,
  maxWaitMs,
  shed,
  shedIfFull,
  signInQueue,
} from './load-shedding/load-shedding.server.ts'
import { type QueueRequest, toQueueRequest } from './load-shedding/priority.server.ts'
import { createRequestQueue } from './load-shedding/request-queue.server.ts'
import { recordReplacedHost } from './monitoring/health.server.ts'
import { createHealthCheck } from './monitoring/health-check.server.ts'
import { logBuffered, logRequest } from './monitoring/log.server.ts'
import { createRemixHandler, isMissingAction } from './remix-handler.server.ts'
import { checkRequest, ofAnotherSite } from './request/check-request.server.ts'
import { createAddressReader } from './request/client-address.server.ts'
import {
  createDisconnectSignal,
  isAmbiguousRequest,
  toFetchRequest,
  toRequestHead,
  withoutStallTimeout,
} from './request/node-http.server.ts'
import { isHostReplaced } from './request/public-host.server.ts'
import { createBodyReader } from './request/read-body.server.ts'
import { checkTarget } from './request/request-target.server.ts'
import { checkVisitor, findSender, inOrderOfArrival } from './request/sender.server.ts'
import { beginResponse, sendError, sendFailure, sendToPublicHost } from './response/send-error.server.ts'
import { sendResponse } from './response/send-response.server.ts'
import { createFileServer } from './response/static-files.server.ts'
import { createFormRouteMatcher } from './route-path.server.ts'

interface PipelineOptions {
  build: ServerBuild
  /** Fulfilled when the event loop is idle; `isComputing`: whether the request started last is still being worked on. */
  waitForIdle: (isComputing: () => boolean) => Promise<void>
  /** Whether the server is stopping: then every response closes its connection. */
  isClosing: () => boolean
}

/** A request that passed all checks. */
interface CheckedRequest {
  url: URL
  body: Uint8Array<ArrayBuffer>
}

/** A request that has just arrived. */
type NewExchange = Omit<Exchange, 'context'> & { requestId: string }

type Work = () => Promise<void>

const publicUrl = new URL(config.origin)
const busy: ErrorResponse = { errorType: 'SERVICE_UNAVAILABLE', headers: { 'Retry-After': '5' } }
const ambiguous: ErrorResponse = { errorType: 'BAD_REQUEST', headers: { Connection: 'close' } }
const methodNotAllowed: ErrorResponse = { errorType: 'METHOD_NOT_ALLOWED', headers: { Allow: 'GET, HEAD' } }

/**
 * The steps of every request (docs/architecture.md, 'A request's way'). `handleRequest` has the cheap steps for all requests,
 * `handleDynamicRequest` those for pages and API calls that are not cached. Express serves files only: its steps would take a
 * twentieth of a page's time.
 */
export function createPipeline({ build, waitForIdle, isClosing }: PipelineOptions) {
  const handleWithRemix = createRemixHandler(build)
  const responseCache = openResponseCache(handleWithRemix)
  const readBody = createBodyReader()
  const routeMethods = { methodsAt: listAllowedMethods, acceptsForm: createFormRouteMatcher(build.routes) }
  const requestQueue = createRequestQueue({
    waitForIdle,
    now: () => performance.now(),
    capacityByPriority,
    maxOfWriter: capacity.savesOfWriter,
    inTurnBelow,
    maxActive: isServerUrl(config.database) ? capacity.active : Number.POSITIVE_INFINITY,
    maxWaitMs,
  })
  const findLiveAnswer = createLiveAnswers(requestQueue.isSaving)
  const signIns = limitConcurrency(capacity.signIns, signInQueue)
  const signOuts = limitConcurrency(capacity.signOuts)
  const sendHealth = createHealthCheck({
    runQueued: (work) => requestQueue.run({ priority: 'health' }, work),
    handleWithRemix,
  })
  const files = createFileServer(handleDynamicRequest)
  const addressReader = createAddressReader(files.isTrustedProxy)

  function handleRequest(request: IncomingMessage, response: ServerResponse): void {
    const exchange = { request, response, requestId: randomUUID() }
    const checked = isAmbiguousRequest(request) ? { error: ambiguous } : checkTarget(request.url ?? '')
    if ('error' in checked) {
      sendErrorAtOnce(exchange, checked.error)
      return
    }
    request.url = checked.target
    const answering = asksForLiveAnswer(request) ? answerLive(exchange) : routeRequest(exchange)
    answering.catch((error) => request.destroy(error))
  }

  async function routeRequest(exchange: NewExchange): Promise<void> {
    const found = responseCache.find(exchange.request)
    await handleAllowedRequest(exchange, found instanceof Promise ? await found : found)
  }

  /** The live page's script asks before anything is queued: an answer takes less than a refusal of a page. */
  async function answerLive(exchange: NewExchange): Promise<void> {
    const { request, response, requestId } = exchange
    const answer = await findLiveAnswer(request)
    if (!answer) return handleAllowedRequest(exchange, undefined)
    const extraHeaders = toExtraHeaders(requestId)
    sendLiveAnswer(response, answer, { inFlight: requestQueue.inFlight(), extraHeaders })
  }

  function toExtraHeaders(requestId: string): string[] {
    return ['X-Request-Id', requestId, ...(isClosing() ? ['Connection', 'close'] : [])]
  }

  /** `hit`: the cached response, where there is one. */
  async function handleAllowedRequest(exchange: NewExchange, hit: CacheHit | undefined): Promise<void> {
    const { request, response, requestId } = exchange
    if (hit && !hit.isList) return sendFromCache(exchange, hit.cached)
    const clientAddress = addressReader.readAddressKey(request)
    const context: RequestContext = { requestId, clientAddress, readsBytes: true }
    if (hit && (await responseCache.mayReadList(hit, context))) return sendFromCache(exchange, hit.cached)
    const isFile = files.isFile(request.url ?? '')
    const error = isFile ? undefined : shedIfServerIsFull(request)
    if (error) return sendErrorAtOnce(exchange, error)
    beginResponse(request, response, { requestId, isClosing: isClosing() })
    const allowed = { request, response, context }
    if (isFile) return files.send(allowed)
    await handleDynamicRequest(allowed).catch((failure) => sendFailure(failure, allowed))
  }

  async function handleDynamicRequest(exchange: Exchange): Promise<void> {
    const { request, response, context } = exchange
    const head = toRequestHead(request, context.clientAddress)
    const checked = checkRequest(head, config.origin, routeMethods)
    const isMisdirected = 'error' in checked && checked.error.errorType === 'MISDIRECTED_REQUEST'
    if (isMisdirected || (head.isForwarded && isHostReplaced(head, publicUrl)))
      recordReplacedHost(head.host, Date.now())
    if ('error' in checked) return sendError(request, response, checked.error)
    if ('redirectTo' in checked) return sendToPublicHost(response, checked.redirectTo)
    const { url } = checked
    const error = limitAddress(head, url.pathname)
    if (error) return sendError(request, response, error)
    const wait = findProviderWait({ ...head, path: url.pathname })
    if (wait === 'visitor' && (await checkVisitor(url, head, context)) === 'full')
      return sendError(request, response, busy)
    const find = () => findSender(head, url.pathname, context)
    const findRole = async () => (await find()).role
    const body = await readBody({ incoming: request, outgoing: response }, head, url.pathname, findRole)
    if ('refused' in body) return sendError(request, response, body.refused)
    if (needsFormToken({ ...head, path: url.pathname })) {
      if (!hasFormToken(body.bytes, head.cookie)) return sendError(request, response, ofAnotherSite)
      request.headers.origin = config.origin
      context.isTextBrowser = true
    }
    const queueRequest = toQueueRequest(head, url.pathname, createDisconnectSignal(response))
    if (queueRequest.priority === 'health') return sendHealth(response)
    if (queueRequest.priority === 'save') {
      const { role, writer } = await inOrderOfArrival(find())
      queueRequest.writer = writer
      // A save with a made-up session gets no priority over pages.
      if (role === 'anonymous') queueRequest.priority = 'page'
    }
    const work = () => renderAndSend(exchange, { url, body: body.bytes })
    await withoutStallTimeout(response, () =>
      wait === 'route'
        ? runBesideQueue(exchange, url.pathname, work)
        : runQueued(exchange, queueRequest, work),
    )
  }

  /** Sends an error before anything is done for the request. */
  function sendErrorAtOnce({ request, response, requestId }: NewExchange, error: ErrorResponse): void {
    beginResponse(request, response, { requestId, isClosing: isClosing() })
    sendError(request, response, error)
  }

  function sendFromCache({ request, response, requestId }: NewExchange, cached: CachedResponse): void {
    logRequest(request, response, requestId)
    sendCachedResponse(request, response, cached, toExtraHeaders(requestId))
  }

  /** Under overload most requests are refused here, by their head alone: only a cheap refusal relieves the server. */
  function shedIfServerIsFull(request: IncomingMessage): ErrorResponse | undefined {
    const { method = '', url = '', headers } = request
    const { cookie, authorization } = headers
    return shedIfFull(
      { method, target: url, path: url.split('?')[0] ?? '', cookie, authorization },
      { inFlight: requestQueue.inFlight(), now: Date.now() },
    )
  }

  async function runQueued(
    { request, response, context }: Exchange,
    queueRequest: QueueRequest,
    work: Work,
  ): Promise<void> {
    const outcome = await requestQueue.run(queueRequest, work)
    if (outcome === 'gone') logBuffered('info', 'render-skipped', { id: context.requestId })
    else if (outcome === 'excess')
      sendError(request, response, createRateLimitResponse({ retryAfterSeconds: 5 }))
    else if (outcome === 'full' || outcome === 'late')
      sendError(request, response, shed(queueRequest.priority, Date.now(), outcome, request.url))
  }

  /**
   * Runs a request that waits for the identity provider beside the request queue, which orders work for the processor.
   */
  async function runBesideQueue({ request, response }: Exchange, path: string, work: Work): Promise<void> {
    const limit = /^\/auth\/(sign-in|callback)/.test(path) ? signIns : signOuts
    if ((await limit.run(work)) === 'full') sendError(request, response, busy)
  }

  async function renderAndSend(
    { request, response, context }: Exchange,
    checked: CheckedRequest,
  ): Promise<void> {
    if (checked.url.pathname === liveAnswerPath)
      response.setHeader(...askAgainHeader(requestQueue.inFlight()))
    const handle = () => handleWithRemix(toFetchRequest(request, checked), context)
    const rendered = await responseCache.render(request, context, handle)
    if ('etag' in rendered) return sendCachedResponse(request, response, rendered)
    if (isMissingAction(rendered)) return sendError(request, response, methodNotAllowed)
    const target = rendered.headers.get('Location')
    if (context.isTextBrowser && target?.startsWith('/') && !target.includes('#'))
      rendered.headers.set('Location', `${target}#${focusAnchor}`)
    await sendResponse(response, rendered)
  }

  return {
    handleRequest,
    /** Refuses a request with an Expect header other than '100-continue'. */
    refuseExpectation: (request: IncomingMessage, response: ServerResponse) =>
      sendErrorAtOnce({ request, response, requestId: randomUUID() }, ambiguous),
  }
}

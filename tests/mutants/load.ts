import type { Mutant } from './mutant.ts'

const limiter = { file: 'app/server/rate-limit.server.ts', test: 'tests/server/rate-limit.test.ts' }
const promises = 'tests/repository/security-promises.test.ts'
const shedding = {
  file: 'app/server/load-shedding/load-shedding.server.ts',
  test: 'tests/server/request/check-request.test.ts',
}
const priority = {
  file: 'app/server/load-shedding/priority.server.ts',
  test: 'tests/server/load-shedding/priority.test.ts',
}
const queue = {
  file: 'app/server/load-shedding/request-queue.server.ts',
  test: 'tests/server/load-shedding/request-queue.test.ts',
}
const concurrency = {
  file: 'app/server/load-shedding/concurrency-limit.server.ts',
  test: 'tests/server/load-shedding/concurrency-limit.test.ts',
}
const idle = {
  file: 'app/server/load-shedding/event-loop-idle.server.ts',
  test: 'tests/server/load-shedding/event-loop-idle.test.ts',
}

/** Changes of the limits, of what is refused first, and of the order in which requests are handled. */
export const load: readonly Mutant[] = [
  {
    ...limiter,
    code: '(at) => at > windowStart',
    change: '(at) => at >= windowStart',
    feels: 'Who waits as long as they were told is refused once more.',
  },
  {
    ...limiter,
    code: 'const oldest = times.at(-max)',
    change: 'const oldest = times.at(-max - 1)',
    feels: 'Each limit lets one more pass.',
  },
  {
    ...limiter,
    code: 'if (result.ok) acceptedAt.set',
    change: 'acceptedAt.set',
    feels: 'Who goes on pressing is never let in again.',
  },
  {
    ...limiter,
    code: 'refuse(oldest + windowMs - now())',
    change: 'refuse(windowMs)',
    feels: 'Who is refused waits longer than needed.',
  },
  {
    ...limiter,
    code: 'now = () => performance.now()',
    change: 'now = () => Date.now()',
    feels: 'A clock that is set back locks everybody out.',
  },
  {
    ...limiter,
    code: 'Math.ceil(waitMs / 1000)',
    change: 'Math.floor(waitMs / 1000)',
    feels: 'Who waits as long as they were told is refused once more, by less than a second.',
  },
  {
    ...limiter,
    code: '.slice(0, -1))',
    change: ')',
    feels: 'What is counted elsewhere counts here, too.',
  },
  {
    ...limiter,
    code: "return createHash('sha256').update(key).digest('base64url')",
    change: 'return key',
    feels: 'Long keys of strangers fill the memory.',
  },
  {
    ...limiter,
    test: promises,
    code: "createSharedRateLimiter('save', { max: 30,",
    change: "createSharedRateLimiter('save', { max: 300,",
    feels: 'One manager saves ten times as often as promised.',
  },
  {
    ...limiter,
    test: promises,
    code: "'wrongInvite', { max: 10, windowMs: 10 * MINUTE }",
    change: "'wrongInvite', { max: 10, windowMs: MINUTE }",
    feels: 'Invites are guessed ten times as fast.',
  },
  {
    ...shedding,
    code: 'rateLimits.apiRead.consume(address)',
    change: "rateLimits.apiRead.consume('all')",
    feels: 'One busy program stops the API for everybody.',
  },
  {
    ...shedding,
    code: 'return inFlight < capacityByPriority[priority]',
    change: 'return inFlight <= capacityByPriority[priority]',
    feels: 'One more than promised is let in.',
  },
  {
    ...shedding,
    code: '  page: capacity.pages,\n',
    change: '  page: capacity.reads,\n',
    feels: 'In the rush before a deadline the pages to save on are refused with the first.',
  },
  {
    ...shedding,
    code: '  health: Number.POSITIVE_INFINITY,\n',
    change: '  health: capacity.reads,\n',
    feels: 'A busy server looks dead to its monitoring, and is started again.',
  },
  {
    ...shedding,
    test: 'tests/server/load-shedding/load-shedding.test.ts',
    code: "headers: { 'Retry-After': '5', Refresh: '5' }",
    change: "headers: { 'Retry-After': '5' }",
    feels: 'The page that promises to try again by itself does not.',
  },
  {
    ...shedding,
    test: 'tests/server/load-shedding/load-shedding.test.ts',
    code: ', ...listRefresh(target)',
    change: '',
    feels: 'A screen in a bar that was refused once stands still for the evening.',
  },
  {
    ...shedding,
    test: promises,
    code: 'unansweredOfConnection: 16',
    change: 'unansweredOfConnection: 1_600',
    feels: 'One connection fills the memory with requests that it does not wait for.',
  },
  {
    ...shedding,
    test: promises,
    code: 'uploads: 8,',
    change: 'uploads: 80,',
    feels: 'Pictures that are being uploaded fill the memory.',
  },
  {
    ...priority,
    code: 'isReadMethod(head.method) ? { priority, abortSignal } : { priority }',
    change: '{ priority, abortSignal }',
    feels: 'A save from a train is dropped when the tunnel comes.',
  },
  {
    ...priority,
    code: 'head.authorization !== undefined || hasSessionCookie',
    change: 'hasSessionCookie',
    feels: "A program's saves are refused with the pages.",
  },
  {
    ...priority,
    code: String.raw`|^\/auth\/callback$/.test(path) ?`,
    change: '/.test(path) ?',
    feels: 'In the rush nobody comes back from signing in.',
  },
  {
    ...priority,
    code: String.raw`  if (/^\/game\/what-if(\.data)?$/.test(path)) return 'extra'
`,
    change: '',
    feels: 'What-ifs take the places of pages.',
  },
  {
    ...queue,
    code: '.filter(({ request }) => !isWriterBusy(request))',
    change: '',
    feels: 'Of two saves of one manager the older may win.',
  },
  {
    ...queue,
    code: "      request.abortSignal?.addEventListener('abort', () => drop(waiting), { once: true })\n",
    change: '',
    feels: 'Pages are drawn for those who have left, and others wait.',
  },
  {
    ...queue,
    code: 'request.abortSignal && queuedAt <= latestQueuedAt',
    change: 'queuedAt <= latestQueuedAt',
    feels: 'A sign-in that has waited long is refused.',
  },
  {
    ...queue,
    code: 'await work().finally(() => markFinished(request))',
    change: 'await work().then(() => markFinished(request))',
    feels: 'After one error a manager can save nothing until the server is started again.',
  },
  {
    ...queue,
    code: ' || now() >= first.queuedAt + severalYieldMs) return first',
    change: ') return first',
    feels: 'Who has pressed twice waits as long as others save.',
  },
  {
    ...queue,
    code: 'return countOf(writer) <= 1',
    change: 'return true',
    feels: 'Eight saves of one manager at once go before the save of another.',
  },
  {
    ...queue,
    code: 'times: 19',
    change: 'times: 0',
    feels: 'While the news are drawn anew saves wait.',
  },
  {
    ...queue,
    code: 'inFlight() >= capacityByPriority[request.priority]',
    change: 'inFlight() > capacityByPriority[request.priority]',
    feels: 'One more than promised is taken in.',
  },
  {
    ...queue,
    code: "priority !== 'health' && activeByKind[kindOf(priority)] >= maxActive",
    change: "priority !== 'health' && activeByKind.save + activeByKind.other >= maxActive",
    feels: 'Slow pages on a database server hold up saves.',
  },
  {
    ...queue,
    code: 'inFlight() < inTurnBelow ? orderInTurn : orderByPriority',
    change: 'orderInTurn',
    feels: 'In the rush the pages to save on wait behind all others.',
  },
  {
    ...concurrency,
    code: 'return await work()',
    change: 'return work()',
    feels: 'A silent provider holds as many requests as there are.',
  },
  {
    ...concurrency,
    code: 'waiting.size < queue.maxWaiting && waitForSlot()',
    change: 'waitForSlot()',
    feels: 'At a silent provider any number of sign-ins wait.',
  },
  {
    ...concurrency,
    code: '        waiting.delete(start)\n',
    change: '',
    feels: 'Sign-ins that gave up keep the places of those who come.',
  },
  {
    ...idle,
    code: ' &&\n      performance.now() - startedAt < maxTotalMs',
    change: '',
    feels: 'Beside a slow page nothing else is begun as long as requests come.',
  },
  {
    ...idle,
    code: 'if (!isAnsweredAtOnce(request)) arrivalCount += 1',
    change: 'arrivalCount += 1',
    feels: 'On the evening the questions of live pages hold up everything else.',
  },
]

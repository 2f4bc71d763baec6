import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type Priority, priorities } from '#app/server/load-shedding/priority.server.ts'
import { createRequestQueue } from '#app/server/load-shedding/request-queue.server.ts'

/** A request queue with a clock and an event loop that the test moves. */
let now: number
let idleWaits: (() => void)[]
let isComputing: () => boolean
let queue: ReturnType<typeof createRequestQueue>
/** The started requests in order, and the outcome of each. */
let started: string[]
let outcomes: Record<string, string>

const maxWaitMs = { extra: 2_000, read: 2_000, page: 20_000, shared: 20_000 }
const unlimited = { health: 99, save: 99, 'save-result': 99, shared: 99, page: 99, read: 99, extra: 99 }

beforeEach(() => openQueue(unlimited))

/** From so many requests in flight on they start by priority. */
const inTurnBelow = 12

function openQueue(capacityByPriority: Record<Priority, number>, maxActive = 99): void {
  now = 0
  idleWaits = []
  started = []
  outcomes = {}
  const waitForIdle = (isRunning: () => boolean) => {
    isComputing = isRunning
    return new Promise<void>((resolve) => idleWaits.push(resolve))
  }
  queue = createRequestQueue({
    waitForIdle,
    now: () => now,
    capacityByPriority,
    maxOfWriter: 30,
    inTurnBelow,
    maxActive,
    maxWaitMs,
  })
}

interface RequestOptions {
  writer?: string | number
  abortSignal?: AbortSignal
}

/** A request arrives; `finish` ends its work. */
function arrive(name: string, priority: Priority, options: RequestOptions = {}) {
  let [finish, fail] = [() => {}, (_: Error) => {}]
  const work = () => {
    started.push(name)
    return new Promise<void>((resolve, reject) => {
      finish = resolve
      fail = reject
    })
  }
  const done = queue.run({ priority, ...options }, work).then(
    (outcome) => {
      outcomes[name] = outcome
    },
    (error: Error) => {
      outcomes[name] = error.message
    },
  )
  return {
    finish: () => finish(),
    fail: (message: string) => fail(new Error(message)),
    done,
  }
}

/** Waits until all pending promises are settled. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

/** Lets the event loop be idle once. */
async function idle(): Promise<void> {
  await settle()
  idleWaits.shift()?.()
  await settle()
}

/** A request arrives at an empty queue and starts. */
async function start(name: string, priority: Priority, options: RequestOptions = {}) {
  const request = arrive(name, priority, options)
  await idle()
  return request
}

test('even an empty queue accepts the other waiting requests before it starts one', async () => {
  arrive('a page', 'page')
  arrive('a save', 'save')
  await settle()
  expect([started, queue.inFlight()]).toEqual([[], 2])
  await idle()
  expect(started).toEqual(['a save'])
})

/** So many requests run. The first is a shared page: no other goes before saves meanwhile. */
async function occupy(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await start(`running ${n}`, n === 0 ? 'shared' : 'read')
  started = []
}

test('with many requests in flight they start by priority, and within one in the order of arrival', async () => {
  await occupy(inTurnBelow)
  const ordered = priorities.flatMap((priority) => [`${priority} 1`, `${priority} 2`])
  for (const priority of priorities.toReversed()) for (const n of [1, 2]) arrive(`${priority} ${n}`, priority)
  for (const _ of ordered) await idle()
  expect(started).toEqual(ordered)
  expect(ordered[0]).toBe('health 1')
})

test('with few requests in flight pages start in the order of arrival, after saves and their results and before what-ifs', async () => {
  await occupy(1)
  const arrivals: Priority[] = ['extra', 'read', 'page', 'shared', 'save-result', 'read', 'save', 'health']
  for (const [n, priority] of arrivals.entries()) {
    now = n
    arrive(`${priority} ${n}`, priority)
  }
  for (const _ of arrivals) await idle()
  const inTurn = ['read 1', 'page 2', 'shared 3', 'read 5']
  expect(started).toEqual(['health 7', 'save 6', 'save-result 4', ...inTurn, 'extra 0'])
})

test.each([
  { running: inTurnBelow - 3, first: 'a read' },
  { running: inTurnBelow - 2, first: 'a page' },
])('with $running running, a read and a later page, $first starts first', async ({ running, first }) => {
  await occupy(running)
  arrive('a read', 'read')
  now = 1
  arrive('a page', 'page')
  await idle()
  expect(started).toEqual([first])
})

test('a save, or the page that reports its result, is known from its arrival to its end', async () => {
  arrive('a page', 'page')
  expect(queue.isSaving()).toBe(false)
  const save = arrive('a save', 'save')
  expect(queue.isSaving()).toBe(true)
  await idle()
  expect(queue.isSaving()).toBe(true)
  save.finish()
  await settle()
  expect(queue.isSaving()).toBe(false)
  arrive('its result', 'save-result')
  expect(queue.isSaving()).toBe(true)
})

describe('a shared page', () => {
  test('runs before saves, which then run for nineteen times as long as it took', async () => {
    const saves = Array.from({ length: 3 }, (_, number) => arrive(`save ${number}`, 'save'))
    const pages = Array.from({ length: 3 }, (_, number) => arrive(`news ${number}`, 'shared'))
    await idle()
    expect(started).toEqual(['news 0'])
    now = 10
    pages[0]?.finish()
    await idle()
    expect(started).toEqual(['news 0', 'save 0'])
    now = 199
    saves[0]?.finish()
    await idle()
    expect(started.at(-1)).toBe('save 1')
    now = 200
    saves[1]?.finish()
    await idle()
    expect(started.at(-1)).toBe('news 1')
  })

  test('that is cached takes no time, so the next one runs at once', async () => {
    arrive('save', 'save')
    const pages = Array.from({ length: 3 }, (_, number) => arrive(`news ${number}`, 'shared'))
    for (const page of pages) {
      await idle()
      page.finish()
      await settle()
    }
    expect(started).toEqual(['news 0', 'news 1', 'news 2'])
  })

  test('that is slow is the only one before saves, even if it fails', async () => {
    const slow = arrive('slow', 'shared')
    await idle()
    arrive('save', 'save')
    arrive('news', 'shared')
    await idle()
    expect(started).toEqual(['slow', 'save'])
    now = 5000
    slow.fail('broken')
    arrive('second save', 'save')
    await idle()
    expect(started.at(-1)).toBe('second save')
  })
})

test('the event loop accepts new requests between two starts', async () => {
  await start('first', 'read')
  arrive('second', 'read')
  await settle()
  expect(started).toEqual(['first'])
  arrive('a save', 'save', { writer: 'anna' })
  await idle()
  expect(started).toEqual(['first', 'a save'])
  await idle()
  expect(started).toEqual(['first', 'a save', 'second'])
})

test('the idle wait knows whether the last started request is still running', async () => {
  const first = await start('first', 'read')
  arrive('second', 'read')
  await settle()
  expect(isComputing()).toBe(true)
  first.finish()
  await first.done
  expect(isComputing()).toBe(false)
})

test('a request that waits for the provider or the disk blocks no other', async () => {
  await start('a sign-in', 'page')
  arrive('a read', 'read')
  await idle()
  expect(started).toEqual(['a sign-in', 'a read'])
})

describe('changes of one writer', () => {
  test('run one at a time, in the order of arrival', async () => {
    const first = await start('first', 'save', { writer: 'anna' })
    const second = arrive('second', 'save', { writer: 'anna' })
    arrive('third', 'save', { writer: 'anna' })
    const bobs = arrive("bob's", 'save', { writer: 'bob' })
    await idle()
    await idle()
    expect(started).toEqual(['first', "bob's"])
    bobs.finish()
    first.finish()
    await idle()
    expect(started).toEqual(['first', "bob's", 'second'])
    second.fail('a bug')
    await idle()
    expect([started.at(-1), outcomes.second]).toEqual(['third', 'a bug'])
  })

  test('go after those of others that came while the one before was made', async () => {
    const first = await start('first', 'save', { writer: 1 })
    for (const name of ['second', 'third']) arrive(name, 'save', { writer: 1 })
    first.finish()
    const others = arrive("another's", 'save', { writer: 2 })
    await idle()
    expect(started).toEqual(['first', "another's"])
    await settle()
    expect([idleWaits.length, queue.inFlight()]).toEqual([0, 3])
    others.finish()
    await idle()
    expect(started).toEqual(['first', "another's", 'second'])
  })

  test('wait for those of others for some ms only', async () => {
    for (const name of ['first', 'second']) arrive(name, 'save', { writer: 1 })
    for (let n = 2; n < 5; n += 1) arrive(`of ${n}`, 'save', { writer: n })
    await idle()
    expect(started).toEqual(['of 2'])
    now = 50
    await idle()
    expect(started).toEqual(['of 2', 'first'])
  })

  test('start after these ms, although the save that they let go first is still being handled', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await start("another's, slow", 'save', { writer: 2 })
    for (const name of ['first', 'second']) arrive(name, 'save', { writer: 1 })
    await idle()
    expect([started, idleWaits.length]).toEqual([["another's, slow"], 0])
    now = 50
    vi.advanceTimersByTime(50)
    await idle()
    expect(started).toEqual(["another's, slow", 'first'])
    vi.useRealTimers()
  })

  test('that wait do not block other requests', async () => {
    await start('first', 'save', { writer: 'anna' })
    arrive('second', 'save', { writer: 'anna' })
    arrive('a read', 'read')
    await idle()
    expect(started).toEqual(['first', 'a read'])
  })
})

describe('a client that closes its connection', () => {
  test('leaves the queue at once and frees its slot', async () => {
    const leaving = new AbortController()
    await start('first', 'read')
    arrive('second', 'read', { abortSignal: leaving.signal })
    arrive('third', 'read')
    leaving.abort()
    await settle()
    expect([outcomes.second, queue.inFlight()]).toEqual(['gone', 2])
    await idle()
    expect(started).toEqual(['first', 'third'])
  })

  test('before its request reaches the queue never gets in', async () => {
    await arrive('first', 'read', { abortSignal: AbortSignal.abort() }).done
    expect([outcomes.first, started]).toEqual(['gone', []])
  })

  test('while its request runs does not affect the queue', async () => {
    const leaving = new AbortController()
    const first = await start('first', 'read', { abortSignal: leaving.signal })
    await settle()
    leaving.abort()
    first.finish()
    await first.done
    expect([outcomes.first, queue.inFlight()]).toEqual(['started', 0])
  })
})

describe('a read that waits too long', () => {
  const abortSignal = new AbortController().signal

  test('is rejected before a save starts; a page with a form waits on', async () => {
    await start('first', 'read')
    arrive('old', 'read', { abortSignal })
    arrive('a page', 'page', { abortSignal })
    now = maxWaitMs.read - 1
    arrive('young', 'read', { abortSignal })
    arrive('a save', 'save')
    now = maxWaitMs.read
    await idle()
    expect([started, outcomes.old, outcomes.young, outcomes['a page']]).toEqual([
      ['first', 'a save'],
      'late',
      undefined,
      undefined,
    ])
    await idle()
    await idle()
    expect(started).toEqual(['first', 'a save', 'a page', 'young'])
  })

  test('is rejected later where it is a page with a form; a write is never rejected for waiting', async () => {
    await start('first', 'read')
    arrive('a page', 'page', { abortSignal })
    arrive('a sign-in', 'page')
    arrive('a save', 'save', { writer: 'anna' })
    arrive('a note', 'save-result', { abortSignal })
    now = maxWaitMs.page - 1
    arrive('a young page', 'page', { abortSignal })
    now = maxWaitMs.page
    await idle()
    expect([outcomes['a page'], queue.inFlight()]).toEqual(['late', 5])
    for (let n = 0; n < 3; n += 1) await idle()
    expect(started).toEqual(['first', 'a save', 'a note', 'a sign-in', 'a young page'])
  })
})

test('when the server is full, what-ifs are rejected first, then reads, pages with a form and saves', async () => {
  openQueue({ health: 99, save: 6, 'save-result': 6, shared: 5, page: 5, read: 4, extra: 3 })
  const first = await start('first', 'save')
  for (const n of [1, 2]) arrive(`read ${n}`, 'read')
  await arrive('a what-if', 'extra').done
  arrive('read 3', 'read')
  expect(queue.inFlight()).toBe(4)
  await arrive('a read', 'read').done
  arrive('a page', 'page')
  await arrive('another page', 'page').done
  arrive('a save', 'save')
  await arrive('another save', 'save').done
  expect(outcomes).toEqual({
    'a what-if': 'full',
    'a read': 'full',
    'another page': 'full',
    'another save': 'full',
  })
  expect(queue.inFlight()).toBe(6)
  arrive('health', 'health')
  expect(queue.inFlight()).toBe(7)
  first.finish()
  await idle()
  expect([started.at(-1), queue.inFlight()]).toEqual(['health', 6])
})

test('so many pages are handled at once, and saves and health checks do not wait for them', async () => {
  openQueue(unlimited, 2)
  const pages = ['one', 'two', 'three'].map((name) => arrive(name, 'page'))
  for (let turn = 0; turn < 4; turn += 1) await idle()
  expect(started).toEqual(['one', 'two'])
  const saves = ['first', 'second', 'third'].map((name) => arrive(name, 'save'))
  arrive('health', 'health')
  for (let turn = 0; turn < 4; turn += 1) await idle()
  expect(started).toEqual(['one', 'two', 'health', 'first', 'second'])
  pages[0]?.finish()
  for (let turn = 0; turn < 2; turn += 1) await idle()
  expect(started.slice(5)).toEqual(['three'])
  saves[0]?.finish()
  for (let turn = 0; turn < 2; turn += 1) await idle()
  expect(started.slice(6)).toEqual(['third'])
})

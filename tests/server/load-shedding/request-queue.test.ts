import { beforeEach, describe, expect, test } from 'vitest'
import { type Priority, priorities } from '#app/server/load-shedding/priority.server.ts'
import { createRequestQueue } from '#app/server/load-shedding/request-queue.server.ts'

/** The gate with a clock and an event loop that go only when they are told to. */
let now: number
let loopTurns: (() => void)[]
let isComputing: () => boolean
let queue: ReturnType<typeof createRequestQueue>
/** What was begun, in order, and how each wait ended. */
let begun: string[]
let ends: Record<string, string>

const waitsMs = { read: 2_000, page: 20_000, shared: 20_000 }
const vast = { health: 99, save: 99, after: 99, shared: 99, page: 99, read: 99 }

beforeEach(() => open(vast))

function open(places: Record<Priority, number>): void {
  now = 0
  loopTurns = []
  begun = []
  ends = {}
  const untilQuiet = (isBusy: () => boolean) => {
    isComputing = isBusy
    return new Promise<void>((resolve) => loopTurns.push(resolve))
  }
  queue = createRequestQueue({
    waitForIdle: untilQuiet,
    now: () => now,
    capacityByPriority: places,
    maxWaitMs: waitsMs,
  })
}

interface Asked {
  writer?: string
  abortSignal?: AbortSignal
}

/** Somebody comes; `finish` ends what is done for them. */
function come(name: string, rank: Priority, asked: Asked = {}) {
  let [finish, fail] = [() => {}, (_: Error) => {}]
  const work = () => {
    begun.push(name)
    return new Promise<void>((resolve, reject) => {
      finish = resolve
      fail = reject
    })
  }
  const passing = queue.run({ priority: rank, ...asked }, work).then(
    (turn) => {
      ends[name] = turn
    },
    (error: Error) => {
      ends[name] = error.message
    },
  )
  return {
    finish: () => finish(),
    fail: (words: string) => fail(new Error(words)),
    passing,
  }
}

/** Everything that needs no turn of the event loop has happened. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

/** The event loop is quiet once. */
async function quiet(): Promise<void> {
  await settled()
  loopTurns.shift()?.()
  await settled()
}

/** Somebody comes to an empty gate and is let through. */
async function begin(name: string, rank: Priority, asked: Asked = {}) {
  const somebody = come(name, rank, asked)
  await quiet()
  return somebody
}

test('an empty gate, too, hears first who else has arrived', async () => {
  come('a page', 'page')
  come('a save', 'save')
  await settled()
  expect([begun, queue.inFlight()]).toEqual([[], 2])
  await quiet()
  expect(begun).toEqual(['a save'])
})

test('of those who wait the most urgent goes first, and of one rank who came first', async () => {
  // No other page for all goes before saves meanwhile.
  await begin('first', 'shared')
  const ordered = priorities.flatMap((rank) => [`${rank} 1`, `${rank} 2`])
  for (const rank of priorities.toReversed()) for (const n of [1, 2]) come(`${rank} ${n}`, rank)
  for (const _ of ordered) await quiet()
  expect(begun).toEqual(['first', ...ordered])
  expect(ordered[0]).toBe('health 1')
})

describe('a page that is drawn once for all', () => {
  test('goes before saves, and then lets them through for nineteen times as long as it took', async () => {
    const saves = Array.from({ length: 3 }, (_, number) => come(`save ${number}`, 'save'))
    const pages = Array.from({ length: 3 }, (_, number) => come(`news ${number}`, 'shared'))
    await quiet()
    expect(begun).toEqual(['news 0'])
    now = 10
    pages[0]?.finish()
    await quiet()
    expect(begun).toEqual(['news 0', 'save 0'])
    now = 199
    saves[0]?.finish()
    await quiet()
    expect(begun.at(-1)).toBe('save 1')
    now = 200
    saves[1]?.finish()
    await quiet()
    expect(begun.at(-1)).toBe('news 1')
  })

  test('that is there already lets those who wait for it through in no time', async () => {
    come('save', 'save')
    const pages = Array.from({ length: 3 }, (_, number) => come(`news ${number}`, 'shared'))
    for (const page of pages) {
      await quiet()
      page.finish()
      await settled()
    }
    expect(begun).toEqual(['news 0', 'news 1', 'news 2'])
  })

  test('that takes long is the only one which goes before saves; a failure changes nothing about that', async () => {
    const slow = come('slow', 'shared')
    await quiet()
    come('save', 'save')
    come('news', 'shared')
    await quiet()
    expect(begun).toEqual(['slow', 'save'])
    now = 5000
    slow.fail('broken')
    come('second save', 'save')
    await quiet()
    expect(begun.at(-1)).toBe('second save')
  })
})

test('between two beginnings whoever has arrived is heard', async () => {
  await begin('first', 'read')
  come('second', 'read')
  await settled()
  expect(begun).toEqual(['first'])
  come('a save', 'save', { writer: 'anna' })
  await quiet()
  expect(begun).toEqual(['first', 'a save'])
  await quiet()
  expect(begun).toEqual(['first', 'a save', 'second'])
})

test('the loop is told whether what was begun last is done', async () => {
  const first = await begin('first', 'read')
  come('second', 'read')
  await settled()
  expect(isComputing()).toBe(true)
  first.finish()
  await first.passing
  expect(isComputing()).toBe(false)
})

test('one that waits for others (the provider, the disk) holds up nobody', async () => {
  await begin('a sign-in', 'page')
  come('a read', 'read')
  await quiet()
  expect(begun).toEqual(['a sign-in', 'a read'])
})

describe('of one writer', () => {
  test('one change is under way at a time, in the order in which they came', async () => {
    const first = await begin('first', 'save', { writer: 'anna' })
    const second = come('second', 'save', { writer: 'anna' })
    come('third', 'save', { writer: 'anna' })
    come("bob's", 'save', { writer: 'bob' })
    await quiet()
    await quiet()
    expect(begun).toEqual(['first', "bob's"])
    first.finish()
    await quiet()
    expect(begun).toEqual(['first', "bob's", 'second'])
    second.fail('a bug')
    await quiet()
    expect([begun.at(-1), ends.second]).toEqual(['third', 'a bug'])
  })

  test('a change that has to wait keeps no page from being drawn', async () => {
    await begin('first', 'save', { writer: 'anna' })
    come('second', 'save', { writer: 'anna' })
    come('a read', 'read')
    await quiet()
    expect(begun).toEqual(['first', 'a read'])
  })
})

describe('who has hung up', () => {
  test('is not waited for, and makes room at once', async () => {
    const leaving = new AbortController()
    await begin('first', 'read')
    come('second', 'read', { abortSignal: leaving.signal })
    come('third', 'read')
    leaving.abort()
    await settled()
    expect([ends.second, queue.inFlight()]).toEqual(['gone', 2])
    await quiet()
    expect(begun).toEqual(['first', 'third'])
  })

  test('before the gate was reached is not let in', async () => {
    await come('first', 'read', { abortSignal: AbortSignal.abort() }).passing
    expect([ends.first, begun]).toEqual(['gone', []])
  })

  test('while something is done for them is no matter of the gate', async () => {
    const leaving = new AbortController()
    const first = await begin('first', 'read', { abortSignal: leaving.signal })
    await settled()
    leaving.abort()
    first.finish()
    await first.passing
    expect([ends.first, queue.inFlight()]).toEqual(['begun', 0])
  })
})

describe('who only asks, and whose turn did not come in time', () => {
  const abortSignal = new AbortController().signal

  test('is turned away before a save is begun; what belongs to a save waits on', async () => {
    await begin('first', 'read')
    come('old', 'read', { abortSignal })
    come('a page', 'page', { abortSignal })
    now = waitsMs.read - 1
    come('young', 'read', { abortSignal })
    come('a save', 'save')
    now = waitsMs.read
    await quiet()
    expect([begun, ends.old, ends.young, ends['a page']]).toEqual([
      ['first', 'a save'],
      'late',
      undefined,
      undefined,
    ])
    await quiet()
    await quiet()
    expect(begun).toEqual(['first', 'a save', 'a page', 'young'])
  })

  test('is told so also for a page to save on, but later; what was sent is never turned away', async () => {
    await begin('first', 'read')
    come('a page', 'page', { abortSignal })
    come('a sign-in', 'page')
    come('a save', 'save', { writer: 'anna' })
    come('a note', 'after', { abortSignal })
    now = waitsMs.page - 1
    come('a young page', 'page', { abortSignal })
    now = waitsMs.page
    await quiet()
    expect([ends['a page'], queue.inFlight()]).toEqual(['late', 5])
    for (let n = 0; n < 3; n += 1) await quiet()
    expect(begun).toEqual(['first', 'a save', 'a note', 'a sign-in', 'a young page'])
  })
})

test('when too many are here reads are turned away first, then pages, then saves', async () => {
  open({ health: 99, save: 6, after: 6, shared: 5, page: 5, read: 4 })
  const first = await begin('first', 'save')
  for (const n of [1, 2, 3]) come(`read ${n}`, 'read')
  expect(queue.inFlight()).toBe(4)
  await come('a read', 'read').passing
  come('a page', 'page')
  await come('another page', 'page').passing
  come('a save', 'save')
  await come('another save', 'save').passing
  expect(ends).toEqual({ 'a read': 'full', 'another page': 'full', 'another save': 'full' })
  expect(queue.inFlight()).toBe(6)
  come('health', 'health')
  expect(queue.inFlight()).toBe(7)
  first.finish()
  await quiet()
  expect([begun.at(-1), queue.inFlight()]).toEqual(['health', 6])
})

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSession } from '#app/auth/session/session.server.ts'
import { updateResultsChoice } from '#db/accounts/results-choices.server.ts'
import { openDatabase } from '#db/engine.server.ts'
import { deleteMembership, insertMembership } from '#db/leagues/memberships.server.ts'
import type { Db } from '#db/schema.server.ts'
import { bumpVersion } from '#db/versions.server.ts'
import { newDatabase } from '#tests/support/databases.ts'
import { textOf } from '#tests/support/html.ts'
import { type RawResponse, startServer } from '#tests/support/server.ts'
import { beginEvening } from '../../../scripts/bench/live/evening.ts'
import { setDeadline } from '../../../scripts/bench/rush/prepare-savers.ts'
import { seedLargeDatabase } from '../../../scripts/bench/seed-large-database.ts'

/**
 * What the script of the live page gets from two real servers on one database, while a third process presses 'Save and
 * publish live'.
 */
let db: Db
let press: () => Promise<void>
let servers: Awaited<ReturnType<typeof startServer>>[]
let cookies: string[]
let location: string

beforeAll(async () => {
  location = await newDatabase('live')
  db = openDatabase(location, { mayCreate: true })
  const { viewers } = await seedLargeDatabase(db, 100)
  const evening = await beginEvening(db, location)
  press = evening.pressElsewhere
  await press()
  cookies = []
  for (const managerId of [viewers[0]?.managerId ?? 0, 2])
    cookies.push((await createSession(db, { managerId, now: Date.now() })).cookieHeader)
  servers = [await startServer({ DATABASE_FILE: location }), await startServer({ DATABASE_FILE: location })]
})
afterAll(async () => {
  for (const server of servers) await server.stop()
  await db.destroy()
})

function ask(index: number, { cookie = cookies[0], etag = '', query = '' } = {}): Promise<RawResponse> {
  const server = servers[index]
  if (!server) throw new Error('There is no such server')
  const condition = etag === '' ? {} : { 'If-None-Match': etag }
  const headers = { Host: `localhost:${server.port}`, Cookie: cookie, ...condition }
  return server.ask({ path: `/game/live.json${query}`, headers })
}

const etagOf = ({ headers }: RawResponse) => String(headers.etag)

test('nothing new is 304 without a body, with the time until the next question', async () => {
  const first = await ask(0)
  expect(first.status).toBe(200)
  const same = await ask(0, { etag: etagOf(first) })
  expect([same.status, same.body, etagOf(same)]).toEqual([304, '', etagOf(first)])
  for (const { headers } of [first, same]) {
    expect(Number(headers['ask-again'])).toBeGreaterThanOrEqual(10)
    expect(Number(headers['ask-again'])).toBeLessThanOrEqual(60)
    expect(headers).toMatchObject({
      'cache-control': 'private, no-cache',
      vary: expect.stringContaining('Cookie'),
    })
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers).not.toHaveProperty('set-cookie')
  }
})

test('a press is in the next answer of both servers, and both give the same one', async () => {
  for (let n = 0; n < 5; n += 1) {
    const before = [await ask(0), await ask(1)]
    expect(before[0]?.body).toBe(before[1]?.body)
    await press()
    const after = [
      await ask(0, { etag: etagOf(before[0] ?? (await ask(0))) }),
      await ask(1, { etag: etagOf(before[1] ?? (await ask(1))) }),
    ]
    expect(after.map(({ status }) => status)).toEqual([200, 200])
    expect(after[0]?.body).not.toBe(before[0]?.body)
    expect(after[0]?.body).toBe(after[1]?.body)
  }
})

test('a server that starts during the evening says the same as those that saw each press', async () => {
  const late = await startServer({ DATABASE_FILE: location })
  try {
    const headers = { Host: `localhost:${late.port}`, Cookie: cookies[0] ?? '' }
    const answer = await late.ask({ path: '/game/live.json', headers })
    expect(answer.body).toBe((await ask(0)).body)
    expect(JSON.parse(answer.body).moved).not.toBeNull()
  } finally {
    await late.stop()
  }
})

test('an ETag is good for its own visitor only, and for nobody without a session', async () => {
  const etag = etagOf(await ask(0))
  const other = await ask(0, { cookie: cookies[1] ?? '', etag })
  expect(other.status).toBe(200)
  expect(JSON.parse(other.body)).toHaveProperty('lines')
  for (const cookie of ['', 'sid=', `sid=${'A'.repeat(43)}`, 'x'.repeat(6000)])
    for (const condition of [etag, '*']) {
      const refused = await ask(0, { cookie, etag: condition })
      expect([refused.status, refused.body], cookie.slice(0, 30)).toEqual([401, '{"ended":"session"}'])
    }
  expect((await ask(0, { etag: `${'"x",'.repeat(3000)}${etag}` })).status).toBeLessThan(432)
})

test('it is what the page’s route says, with the same headers', async () => {
  const names = [
    'content-type',
    'cache-control',
    'etag',
    'content-security-policy',
    'referrer-policy',
    'ask-again',
  ]
  for (const [cookie, status] of [
    [cookies[0], 200],
    ['', 401],
  ] as const) {
    const [answer, ofRoute] = [await ask(0, { cookie }), await ask(0, { cookie, query: '?' })]
    expect([answer.status, answer.body]).toEqual([status, ofRoute.body])
    for (const name of names) expect(answer.headers[name], name).toBe(ofRoute.headers[name])
  }
  expect(JSON.parse((await ask(0)).body).leagues.length).toBeGreaterThan(0)
})

test('a question to another host is redirected, and one with a body is refused', async () => {
  const server = servers[0]
  const etag = etagOf(await ask(0))
  const headers = { Cookie: cookies[0] ?? '', 'If-None-Match': etag }
  const elsewhere = await server?.ask({
    path: '/game/live.json',
    headers: { ...headers, Host: 'other.example' },
  })
  expect(elsewhere?.status).toBe(308)
  expect(elsewhere?.headers.location).toBe(`http://localhost:${server?.port}/game/live.json`)
  const own = { ...headers, Host: `localhost:${server?.port}` }
  const withBody = await server?.ask(
    { path: '/game/live.json', headers: { ...own, 'Content-Length': '1' } },
    'x',
  )
  expect(withBody?.status).toBe(400)
})

test('a new name, a join and a leave are in the next whole answer of both servers', async () => {
  const read = async (index: number) => {
    const view = JSON.parse((await ask(index)).body)
    const counts = view.leagues.map((league: { memberCount: number }) => league.memberCount)
    const teams = view.leagues.flatMap(
      (league: { top: { teamId: number; teamName: string }[] }) => league.top,
    )
    return { counts, teams }
  }
  const [first] = (await read(0)).teams
  await read(1)
  await db.transaction().execute(async (tx) => {
    await tx.updateTable('teams').set({ team_name: 'Renamed' }).where('id', '=', first.teamId).execute()
    await bumpVersion(tx, 'ranking')
  })
  for (const index of [0, 1]) expect((await read(index)).teams[0]).toEqual({ ...first, teamName: 'Renamed' })

  const { counts } = await read(0)
  const leagueId = JSON.parse((await ask(0)).body).leagues[0].id
  const outsider = 2
  const member = { leagueId, teamId: outsider }
  await db.transaction().execute((tx) => insertMembership(tx, { ...member, now: Date.now() }))
  for (const index of [0, 1]) expect((await read(index)).counts).toEqual([counts[0] + 1, ...counts.slice(1)])
  await db.transaction().execute((tx) => deleteMembership(tx, member))
  for (const index of [0, 1]) expect((await read(index)).counts).toEqual(counts)
})

test('who hides results gets none of them, and the ETag of those who do not is no good', async () => {
  const shown = await ask(0, { cookie: cookies[1] ?? '' })
  expect(JSON.parse(shown.body).rank).not.toBeNull()
  await db.transaction().execute((tx) => updateResultsChoice(tx, 2, 'hide'))
  const hidden = await ask(0, { cookie: cookies[1] ?? '', etag: etagOf(shown) })
  expect(hidden.status).toBe(200)
  expect(JSON.parse(hidden.body)).toMatchObject({ isHidden: true, rank: null, live: null, chances: null })
})

test('the log has no line for each answer of the script, one for a question that went on to the route', async () => {
  const answer = await ask(0)
  const idOf = ({ headers }: RawResponse) => String(headers['x-request-id'])
  const ofScript = [idOf(answer)]
  for (let n = 0; n < 20; n += 1) {
    const same = await ask(0, { etag: etagOf(answer) })
    expect(same.status).toBe(304)
    ofScript.push(idOf(same))
  }
  const logged = () => servers[0]?.log().map(({ id }) => id) ?? []
  // Who hides results is answered by the route.
  const last = idOf(await ask(0, { cookie: cookies[1] ?? '' }))
  await expect.poll(logged).toContain(last)
  expect(logged().filter((id) => ofScript.includes(String(id)))).toEqual([])
})

/** The responses to questions that arrive at once: the server stands still while they are sent. */
async function askAtOnce(
  count: number,
  { cookie = cookies[0], linesOf = () => '' }: { cookie?: string; linesOf?: (n: number) => string } = {},
): Promise<string[]> {
  const [server] = servers
  const port = server?.port ?? 0
  const question = (n: number) =>
    `GET /game/live.json HTTP/1.1\r\nHost: localhost:${port}\r\nCookie: ${cookie}\r\nConnection: close\r\n${linesOf(n)}\r\n`
  const sockets = await Promise.all(Array.from({ length: count }, () => open(port)))
  server?.child.kill('SIGSTOP')
  for (const [n, socket] of sockets.entries()) socket.write(question(n))
  server?.child.kill('SIGCONT')
  return Promise.all(sockets.map((socket) => text(socket)))
}

/** A connection that the server has accepted: it has received a first response. */
async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.write(`HEAD /favicon.ico HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`)
  await once(socket, 'data')
  return socket
}

const statusOf = (response: string) => Number(response.slice(9, 12))

test('of a thousand questions at once a hundred are answered, the others are put off, and none fails', async () => {
  // Again: whoever has an answer frees the place.
  for (let n = 0; n < 2; n += 1) {
    const responses = await askAtOnce(1_000)
    const answered = responses.filter((each) => statusOf(each) === 200)
    const putOff = responses.filter((each) => statusOf(each) === 204)
    expect(answered.length + putOff.length).toBe(1_000)
    expect(answered.length).toBeGreaterThanOrEqual(100)
    expect(putOff.length).toBeGreaterThan(0)
    for (const response of putOff) {
      const [head = '', body] = response.split('\r\n\r\n')
      expect(body).toBe('')
      expect(head).toMatch(/^Ask-Again: 5$/im)
      expect(head).toMatch(/^Cache-Control: private, no-cache$/im)
      expect(head).not.toMatch(/^ETag:/im)
    }
  }
})

test('who has the newest answer is told so while a hundred wait for theirs', async () => {
  const etag = etagOf(await ask(0))
  const hasNewest = (n: number) => n % 4 === 0
  const linesOf = (n: number) => (hasNewest(n) ? `If-None-Match: ${etag}\r\n` : '')
  const responses = await askAtOnce(1_000, { linesOf })
  expect(responses.filter((each) => statusOf(each) === 204).length).toBeGreaterThan(0)
  const ofNewest = responses.filter((_, n) => hasNewest(n))
  expect(new Set(ofNewest.map(statusOf))).toEqual(new Set([304]))
})

test('a thousand questions without a session are answered with 401, and pages are served meanwhile', async () => {
  const server = servers[0]
  const asking = askAtOnce(1_000, { cookie: `sid=${'A'.repeat(43)}` })
  const headers = { Host: `localhost:${server?.port}`, Cookie: cookies[0] ?? '' }
  const pages = await Promise.all(
    Array.from({ length: 20 }, () => server?.ask({ path: '/game/live', headers })),
  )
  expect(new Set((await asking).map(statusOf))).toEqual(new Set([401]))
  expect(new Set(pages.map((page) => page?.status))).toEqual(new Set([200]))
})

test('a deadline that passes before the show before it is official ends "nothing new"', async () => {
  const file = await newDatabase('live-deadline')
  const own = openDatabase(file, { mayCreate: true })
  const { viewers } = await seedLargeDatabase(own, 100)
  const { cookieHeader } = await createSession(own, {
    managerId: viewers[0]?.managerId ?? 0,
    now: Date.now(),
  })
  const server = await startServer({ DATABASE_FILE: file })
  try {
    await setDeadline(own, Date.now() + 24 * 60 * 60_000)
    await (await beginEvening(own, file, 1)).pressElsewhere()
    const read = (path: string, etag = '') =>
      server.ask({
        path,
        headers: { Host: `localhost:${server.port}`, Cookie: cookieHeader, 'If-None-Match': etag },
      })
    const answer = (etag = '') => read('/game/live.json', etag)
    const first = await answer()
    expect(JSON.parse(first.body)).toMatchObject({ round: { title: 'First semi-final' }, hasPoints: true })
    // Once the results are in memory: an answer takes milliseconds now.
    const deadlineAt = Date.now() + 3_000
    await setDeadline(own, deadlineAt)
    // As the script does: it has what it was told last, until that is about the second show.
    let [told, unchanged] = [first, 0]
    while (JSON.parse(told.body).round.title === 'First semi-final' && Date.now() < deadlineAt + 1_000) {
      const next = await answer(etagOf(told))
      if (next.status === 304) unchanged += 1
      else told = next
    }
    const view = JSON.parse(told.body)
    expect(view.round.title).toBe('Second semi-final')
    expect(Date.now()).toBeGreaterThanOrEqual(deadlineAt)
    expect(unchanged).toBeGreaterThan(0)
    expect((await answer(etagOf(told))).status).toBe(304)

    // The points of the first show are live, and this one has none.
    expect(view.live).not.toBeNull()
    expect(view).toMatchObject({ hasPoints: false, tally: null, chances: null })
    // By the clock of each visitor, also where another zone asked before; one of them has evening.
    const linesIn = async (offset: string, query = '') => {
      const Cookie = `${cookieHeader}; tz=${encodeURIComponent(`Etc/GMT${offset}`)}`
      const headers = { Host: `localhost:${server.port}`, Cookie }
      return JSON.parse((await server.ask({ path: `/game/live.json${query}`, headers })).body).lines
    }
    const offsets = ['+0', '+6', '+12', '-6', '+0']
    const byZone = []
    for (const offset of offsets) byZone.push(await linesIn(offset))
    const ofRoute = []
    for (const offset of offsets) ofRoute.push(await linesIn(offset, '?'))
    expect(byZone).toEqual(ofRoute)
    expect(new Set(byZone.map((lines) => JSON.stringify(lines))).size).toBeGreaterThan(1)
    expect(view.points).toEqual({ tonightHundredths: null, beforeHundredths: expect.any(Number) })
    const { body: page } = await read('/game/live')
    const text = textOf(page)
    expect(text).toContain('No points yet. They come as they are read out.')
    expect(text).toMatch(/My six No points yet Position 1 .*? 100 % Position 2 .*? 85 % Position 3/)
    expect(text).toMatch(/My leagues Before tonight /)
    expect(text).not.toMatch(/Points of \d|Tonight|Other points|What if/)
  } finally {
    await server.stop()
    await own.destroy()
  }
})

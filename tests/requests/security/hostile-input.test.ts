import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#app/api/endpoints.ts'
import { listApiTargets, listJsonBodyTargets } from '#tests/fuzz/api-targets.ts'
import { forms, listFieldTargets, listWholeFormTargets } from '#tests/fuzz/form-targets.ts'
import { type FuzzServer, startFuzzServer } from '#tests/fuzz/fuzz-server.ts'
import { type FuzzTarget, type VisitorKind, visitors } from '#tests/fuzz/fuzz-target.ts'
import { listMultipartTargets, listTooManyPartsTargets } from '#tests/fuzz/multipart-targets.ts'
import { inHeader, inPath, inQuery } from '#tests/fuzz/payloads.ts'
import {
  addressOf,
  listCookieTargets,
  listHeaderTargets,
  listPathTargets,
  listQueryTargets,
  listRequestTargets,
  queries,
} from '#tests/fuzz/read-targets.ts'
import { type FuzzReport, listViolations, runFuzz } from '#tests/fuzz/run-fuzz.ts'
import { listRoutes } from '#tests/support/build-routes.ts'

/**
 * Every input of the product gets every hostile text at its maximum length (docs/security.md, 'Bounded'): the event loop
 * is not blocked, nothing is stored, nothing is echoed, nothing breaks.
 */
let world: FuzzServer
beforeAll(async () => {
  world = await startFuzzServer()
})
afterAll(() => world.close())

const isExhaustive = process.env.EVERYTHING !== undefined
let turn = 0
/**
 * The senders in `npm test`; in `npm run test:all` every visitor sends everything. A body comes from its intended visitor,
 * signed in because others may send less, and every fourth also from another; everything else comes from one of them.
 */
function inTurn({ visitor, spell }: FuzzTarget): readonly VisitorKind[] {
  if (isExhaustive) return visitors
  turn += 1
  const isInHead = spell === inQuery || spell === inPath || spell === inHeader
  if (isInHead) return [visitors[turn % visitors.length] ?? visitor]
  const own = visitor === 'stranger' ? 'player' : visitor
  const others = visitors.filter((each) => each !== own)
  return turn % 4 === 0 ? [own, others[(turn / 4) % others.length] ?? own] : [own]
}

function tell(name: string, { requests, shortDelayMs, longDelayMs, slowest }: FuzzReport): void {
  const [short, long] = [shortDelayMs, longDelayMs].map((ms) => ms.toFixed(1))
  const words = `longest delay ${short} ms with short texts, ${long} ms with long ones (${slowest})`
  process.stdout.write(`sweep: ${name}: ${requests} requests, ${words}\n`)
}

const idle = ['$', 'api.$']

test('the fuzz covers exactly the routes of the build that accept writes', async () => {
  const inBuild = (await listRoutes()).withAction.filter((id) => !idle.includes(id))
  const pages = inBuild.filter((id) => !id.startsWith('api.'))
  expect([...new Set(forms.map(({ route }) => route))].toSorted()).toEqual(pages.toSorted())
  const written = endpoints.filter(({ method }) => method !== 'get').map(({ path }) => path)
  const asked = inBuild.filter((id) => id.startsWith('api.')).map(addressOf)
  expect(asked.filter((path) => !written.includes(path))).toEqual([])
})

test('the fuzz covers every route that reads its query', () => {
  const sources = readdirSync('app/routes', { recursive: true, encoding: 'utf8' })
  const reading = sources
    .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('api.'))
    .filter((file) =>
      /\b(readQuery|readSearchParams)\(|\.searchParams\b/.test(
        readFileSync(join('app/routes', file), 'utf8'),
      ),
    )
    .map((file) => file.split('/')[0]?.replace(/\.tsx?$/, '') ?? '')
  expect([...new Set(reading)].filter((route) => !(route in queries))).toEqual([])
  const paged = endpoints.filter(({ query }) => query).map(({ path }) => path)
  expect(paged.filter((path) => !Object.keys(queries).map(addressOf).includes(path))).toEqual([])
})

const parts: [name: string, places: () => FuzzTarget[] | Promise<FuzzTarget[]>][] = [
  ['fields of forms', () => listFieldTargets({ isEach: isExhaustive })],
  ['forms as a whole', listWholeFormTargets],
  ['fields of calls', listApiTargets],
  ['bodies of calls', listJsonBodyTargets],
  ['forms in parts', listMultipartTargets],
  ['queries', listQueryTargets],
  ['paths', async () => listPathTargets((await listRoutes()).all)],
  ['addresses that are too long', listRequestTargets],
  ['cookies', listCookieTargets],
  ['headers', listHeaderTargets],
]

test.each(parts)(
  '%s: no text, however long and nasty, stops the server, is stored, comes back or breaks anything',
  async (name, places) => {
    const found = await runFuzz(world, await places(), inTurn)
    tell(name, found)
    expect(listViolations(found)).toEqual([])
  },
  600_000,
)

test('a body of the image limit is refused from visitors who may not upload, and is not echoed', async () => {
  const found = await runFuzz(world, listTooManyPartsTargets(), () => ['stranger', 'player'])
  tell('8 MB', found)
  expect(listViolations(found)).toEqual([])
})

test('afterwards the server still saves, and nothing was logged as a bug', async () => {
  const { server, cookieOf } = world
  const body = 'intent=save&teamName=Afterwards&managerName=Someone&picks=AT.GR.DE.NO.SM.PT'
  const headers = {
    Host: new URL(server.origin).host,
    Origin: server.origin,
    Cookie: cookieOf('player'),
    'Content-Type': 'application/x-www-form-urlencoded',
    'Content-Length': String(body.length),
  }
  const saved = await server.ask({ method: 'POST', path: '/game/team', headers }, body)
  expect([saved.status, saved.headers.location]).toEqual([303, '/game/team'])
  const names = await world.app.db.selectFrom('teams').select('team_name').execute()
  expect(names).toContainEqual({ team_name: 'Afterwards' })
  const health = await server.ask({ path: '/healthz', headers: { Host: 'x' } })
  expect([health.status, JSON.parse(health.body).ready]).toEqual([200, true])
  const bugs = server.log().filter(({ event }) => event === 'bug' || event === 'crash')
  expect(bugs.map(({ path, error, message }) => `${path}: ${error}: ${message}`)).toEqual([])
})

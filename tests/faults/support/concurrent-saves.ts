import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Entry } from '#app/game/season/contest.ts'
import { pickEntriesByCode } from '#app/game/team/team.ts'
import { findActiveContest } from '#db/seasons/games.server.ts'
import { newDatabase } from '#tests/support/databases.ts'
import { type FakeProvider, startFakeProvider } from '#tests/support/fake-provider.ts'
import { startServer } from '#tests/support/server.ts'
import { entryCodes, getEntryOrder } from './client.ts'
import { createSessions, makeGame, withDatabase } from './game.ts'

type Server = Pick<Awaited<ReturnType<typeof startServer>>, 'port' | 'database'>

/** A started server with a game, and managers who save in it. */
export async function startGame() {
  const provider = await startFakeProvider()
  const location = await newDatabase('fairness')
  await makeGame(location, 0)
  const server = await startServer({ DATABASE_FILE: location, OIDC_ISSUER: provider.issuer })
  return {
    server,
    openConnections: (count: number) => openConnections(server.port, count),
    openManager: (subject: string) => openManager(server, provider, subject),
    openNewcomer: (subject: string) => openNewcomer(server, provider, subject),
    async stop() {
      const { code } = await server.stop()
      await provider.stop()
      if (code !== 0) throw new Error(`The server ended with ${code}`)
    },
  }
}

interface SentSave {
  /** Once the system has all of it. */
  sent: Promise<unknown>
  /** Once it is acknowledged; a refused save is an error. */
  saved: Promise<void>
}

/** Connections that are open already, like a proxy's. */
const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/** Has at least `count` connections open, which the next requests take. */
async function openConnections(port: number, count: number): Promise<void> {
  const requests = Array.from({ length: count }, () =>
    request({ host: '127.0.0.1', port, agent, path: '/healthz' }).end(),
  )
  await Promise.all(requests.map(async (one) => text((await once(one, 'response'))[0])))
}

function post(
  port: number,
  path: string,
  { body, ...more }: { body: string } & Record<string, string>,
): SentSave {
  const host = `localhost:${port}`
  const length = String(Buffer.byteLength(body))
  const headers = { Host: host, Origin: `http://${host}`, 'Content-Length': length, ...more }
  const sending = request({ host: '127.0.0.1', port, agent, path, method: 'POST', headers })
  const [sent, answered] = [once(sending, 'finish'), once(sending, 'response')]
  sending.end(body)
  const saved = answered.then(async ([response]) => {
    const told = await text(response)
    if (response.statusCode >= 400) throw new Error(`${path}: ${response.statusCode} ${told.slice(-500)}`)
  })
  return { sent, saved }
}

function submit(port: number, path: string, fields: Record<string, string>, cookie = ''): SentSave {
  const body = new URLSearchParams({ intent: 'save', ...fields }).toString()
  return post(port, path, { body, Cookie: cookie, 'Content-Type': 'application/x-www-form-urlencoded' })
}

/** Calls the API with access tokens of one person, each used in turn. */
async function openPrograms(
  port: number,
  provider: FakeProvider,
  { sub, count }: { sub: string; count: number },
) {
  const ids = Array.from({ length: count }, (_, n) => `${n}`)
  const tokens = await Promise.all(ids.map((jti) => provider.idToken({ sub, jti }, { typ: 'at+jwt' })))
  return (n: number, path: string, payload: object) =>
    post(port, path, {
      body: JSON.stringify(payload),
      Authorization: `Bearer ${tokens[n % count]}`,
      'Content-Type': 'application/json',
    })
}

const listEntries = (database: string) =>
  withDatabase(database, async (db) => (await findActiveContest(db))?.entries ?? [])

const listIds = (entries: readonly Entry[], codes: readonly string[]) =>
  pickEntriesByCode(entries, codes).map(({ id }) => id)

/** A manager with a team, whose `n`th save of a line-up is sent by the `n`th of five sessions and three access tokens. */
async function openManager({ port, database }: Server, provider: FakeProvider, subject: string) {
  const entries = await listEntries(database)
  const cookies = await withDatabase(database, async (db) => {
    const sessions = [1, 2, 3, 4, 5].map(() => createSessions(db, subject, { issuer: provider.issuer }))
    return (await Promise.all(sessions)).map(({ cookie }) => cookie)
  })
  const call = await openPrograms(port, provider, { sub: subject, count: 3 })
  const team = { teamName: subject, managerName: subject, picks: entryCodes.join('.') }
  await submit(port, '/game/team', team, cookies[0]).saved
  return {
    /** A request like a save, but from another site: it is refused by its head. */
    sendRefused(n: number): SentSave {
      const headers = { Cookie: cookies[n % 5] ?? '', Origin: 'http://elsewhere.example' }
      const { sent, saved } = post(port, '/game/lineup', { body: 'round=1'.repeat(10), ...headers })
      return { sent, saved: saved.catch(() => {}) }
    },
    save(n: number): SentSave {
      const [order, cookie] = [getEntryOrder(n), cookies[n % 8]]
      if (cookie === undefined)
        return call(n, '/api/teams/mine/lineup/round/1', { players: listIds(entries, order) })
      return submit(port, '/game/lineup', { round: '1', order: order.join('.') }, cookie)
    },
  }
}

/** A person with eight access tokens, whose first save makes a manager of them; each save is one of their team. */
async function openNewcomer({ port, database }: Server, provider: FakeProvider, subject: string) {
  const players = listIds(await listEntries(database), entryCodes)
  const call = await openPrograms(port, provider, { sub: subject, count: 8 })
  return {
    save: (n: number): SentSave =>
      call(n, '/api/teams/mine', { teamName: `${subject} ${n}`, managerName: subject, players }),
  }
}

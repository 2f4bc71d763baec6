import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints as contract } from '#app/api/endpoints.ts'
import { sendCall } from '#tests/support/api-requests.ts'
import {
  type ApiWorld,
  nameOf,
  openApiWorld,
  orderOf,
  playerNames,
  secretOf,
} from '#tests/support/api-world.ts'

/**
 * Private data in no API read of another manager (D9): line-ups of open rounds, managers' names outside a shared league,
 * secrets of other leagues.
 */
let world: ApiWorld

beforeAll(async () => {
  world = await openApiWorld()
})
afterAll(() => world.close())

const callers = ['anonymous', 'dora', 'anna', 'bjorn', 'carla', 'emil', 'fay', 'ada', 'expired'] as const
type Caller = (typeof callers)[number]
const leagueMates: Partial<Record<Caller, readonly string[]>> = { anna: ['bjorn'], bjorn: ['anna'] }
const leaguesOf: Partial<Record<Caller, readonly string[]>> = {
  anna: ['sofa'],
  bjorn: ['sofa'],
  carla: ['balcony'],
  fay: Array.from({ length: 20 }, (_, n) => `fay ${n + 1}`),
}
const leagues = ['sofa', 'balcony', 'fay 1']
const rounds = [1, 2, 3]

/** Every read of the contract, for every team, league and round there is. */
function addresses(): string[] {
  const templates = contract.filter((call) => call.method === 'get').map((call) => call.path)
  expect(templates.length).toBeGreaterThan(10)
  const teams = [...playerNames.map(world.id), 4711]
  const values: Record<string, readonly number[]> = {
    teamId: teams,
    leagueId: [...leagues.map(world.id), 4711],
    round: [...rounds, 4],
    articleId: [1, 2],
  }
  return templates.flatMap((template) => fill(template, values))
}

function fill(template: string, values: Record<string, readonly number[]>): string[] {
  const [whole, name = ''] = /\{(\w+)\}/.exec(template) ?? []
  if (whole === undefined) return [`${template}?offset=0&limit=100`]
  const known = values[name]
  if (!known) throw new Error(`No value for ${name} in ${template}`)
  return known.flatMap((value) => fill(template.replace(whole, String(value)), values))
}

/** A response as text, body and headers. */
async function tellingOf(caller: Caller, path: string): Promise<string> {
  const address = `2001:db8:${callers.indexOf(caller)}::${path.length}`
  const answer = await sendCall(world.app, { method: 'GET', path, as: world.callers[caller], address })
  expect(answer.status, `${caller} ${path}`).not.toBe(429)
  return `${JSON.stringify([...answer.headers])}\n${answer.text}`
}

/** The playerIds of a line-up in a response, in order. */
function idsIn(telling: string): string {
  return [...telling.matchAll(/"playerId":(\d+)/g)].map(([, id]) => id).join(' ')
}

function idsOf(name: (typeof playerNames)[number], round: number): string {
  return world.players(orderOf(name, round).join(' ')).join(' ')
}

describe.each(['before', 'between'] as const)('%s the deadlines', (phase) => {
  const open = phase === 'before' ? rounds : rounds.slice(1)

  test.each(callers)('%s reads nothing of others', async (caller) => {
    await world.enter(phase)
    const found = { names: new Set<string>(), orders: new Set<string>(), secrets: new Set<string>() }
    for (const path of addresses()) {
      const telling = await tellingOf(caller, path)
      const ids = idsIn(telling)
      for (const name of playerNames) {
        if (telling.includes(nameOf(name))) found.names.add(name)
        for (const round of open) if (` ${ids} `.includes(` ${idsOf(name, round)} `)) found.orders.add(name)
      }
      for (const league of leagues) if (telling.includes(secretOf(league))) found.secrets.add(league)
    }
    const own = playerNames.filter((name) => name === caller)
    expect([...found.names].sort()).toEqual([...own, ...(leagueMates[caller] ?? [])].sort())
    expect([...found.orders]).toEqual(own)
    expect([...found.secrets]).toEqual(leagues.filter((league) => leaguesOf[caller]?.includes(league)))
  })
})

test('a line-up of a round that is past is told to everybody with an account, without the name', async () => {
  await world.enter('between')
  const telling = await tellingOf('dora', `/api/teams/${world.id('anna')}/points/round/1`)
  expect(idsIn(telling)).toBe(idsOf('anna', 1))
  expect(telling).not.toContain(nameOf('anna'))
})

test('a manager’s name is told to league mates in the table of their league only', async () => {
  await world.enter('between')
  for (const path of addresses()) {
    const isTable = path.startsWith(`/api/leagues/${world.id('sofa')}/members`)
    expect((await tellingOf('bjorn', path)).includes(nameOf('anna')), path).toBe(isTable)
  }
})

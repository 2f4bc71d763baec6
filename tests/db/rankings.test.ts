import { type KyselyPlugin, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { placeNewcomer, rankLeagueAgain, removeFromTable } from '#db/league-standings.server.ts'
import { deleteMembership, insertMembership } from '#db/memberships.server.ts'
import {
  membersByJoining,
  rankedMembers,
  rankedTeams,
  roundResultsOf,
  standingOf,
  unrankedSpan,
  unrankedTeams,
} from '#db/ranking-queries.server.ts'
import {
  countTeams,
  findGeneration,
  findLeagueStanding,
  findStanding,
  listComputedPoints,
  listLeagueRanking,
  listRanking,
  listRoundResults,
} from '#db/rankings.server.ts'
import type { Db } from '#db/schema.server.ts'
import {
  addLeague,
  addManyTeams,
  addTeam,
  compute,
  gameOf,
  generationOf,
  openSeason,
  savePoints,
} from '#tests/services/compute-world.ts'
import { explain, findSlowSteps } from './plan.ts'

const page = { offset: 0, limit: 10 }
const weak = ['gb', 'de', 'es', 'fr', 'ch', 'it']

// One season for all: first nothing is computed, then a round, then newcomers come.
let db: Db
let leagueId: number
const team: Record<string, number> = {}

beforeAll(async () => {
  db = await openSeason()
  team.anna = await addTeam(db, 'Anna', weak)
  team.bjorn = await addTeam(db, 'Björn', ['se', ...weak.slice(1)])
  team.carla = await addTeam(db, 'Carla', weak)
  leagueId = await addLeague(db, 'Sofa', [team.carla, team.anna, team.bjorn])
})
afterAll(() => db.destroy())

const names = (rows: readonly { teamName: string }[]) => rows.map((row) => row.teamName)
const ranking = async (offset = 0, limit = 10) => listRanking(db, { game: await gameOf(db), offset, limit })
const league = async (offset = 0, limit = 10) =>
  listLeagueRanking(db, { generation: (await gameOf(db)).publishedGeneration, leagueId, offset, limit })

describe('before anything was computed', () => {
  test('all stand in joining order without rank or score', async () => {
    const unranked = { rank: null, tied: 1, totalHundredths: null, previousRank: null }
    expect(await ranking()).toEqual([
      { teamId: team.anna, teamName: 'Anna', ...unranked },
      { teamId: team.bjorn, teamName: 'Björn', ...unranked },
      { teamId: team.carla, teamName: 'Carla', ...unranked },
    ])
    expect(names(await ranking(1, 1))).toEqual(['Björn'])
    expect(names(await league())).toEqual(['Anna', 'Björn', 'Carla'])
    expect(names(await league(2, 5))).toEqual(['Carla'])
  })

  test('there is no standing and no result', async () => {
    expect(await findGeneration(db, null)).toBeUndefined()
    expect(await findStanding(db, null, 1)).toBeUndefined()
    expect(await listRoundResults(db, null, 1)).toEqual([])
    expect(await listComputedPoints(db, null, 1)).toEqual([])
    expect(await countTeams(db, (await gameOf(db)).id)).toBe(3)
  })
})

describe('after a computation', () => {
  beforeAll(async () => {
    await savePoints(db, 1, { se: 50 })
    await compute(db, 1)
    team.dora = await addTeam(db, 'Dora', ['se', ...weak.slice(1)])
    team.emil = await addTeam(db, 'Emil', weak)
    await insertMembership(db, { leagueId, teamId: team.dora, now: 1 })
  })

  test('newcomers stand after the ranked, in joining order', async () => {
    const rows = await ranking()
    expect(rows.map((row) => [row.teamName, row.rank, row.tied, row.totalHundredths])).toEqual([
      ['Björn', 1, 1, 5000],
      ['Anna', 2, 2, 0],
      ['Carla', 2, 2, 0],
      ['Dora', null, 1, null],
      ['Emil', null, 1, null],
    ])
  })

  test.each([0, 1, 2, 3, 4, 5])('pages of every size from %i on join without a seam', async (offset) => {
    const all = names(await ranking())
    for (const limit of [1, 2, 3, 9]) {
      expect(names(await ranking(offset, limit))).toEqual(all.slice(offset, offset + limit))
      expect(names(await league(offset, limit))).toEqual(
        ['Björn', 'Anna', 'Carla', 'Dora'].slice(offset, offset + limit),
      )
    }
  })

  test('no row of the global ranking holds a manager name; a league row does', async () => {
    expect(JSON.stringify(await ranking())).toContain('Björn')
    expect(JSON.stringify(await ranking())).not.toContain('Manager of')
    expect(await league()).toMatchObject([
      { managerName: 'Manager of Björn' },
      {},
      {},
      { managerName: 'Manager of Dora' },
    ])
  })

  test('a newcomer has no standing yet', async () => {
    const generation = await generationOf(db)
    expect(await findStanding(db, generation, team.dora ?? 0)).toBeUndefined()
    expect(await listRoundResults(db, generation, team.dora ?? 0)).toEqual([])
    expect(await findStanding(db, generation, team.carla ?? 0)).toEqual({
      position: 3,
      rank: 2,
      tied: 2,
      totalHundredths: 0,
      rankedTeams: 3,
      previousRank: null,
    })
  })

  test('a league without its leader can be ranked again, or have the row taken out', async () => {
    const table = { generation: await generationOf(db), leagueId }
    await removeFromTable(db, { ...table, teamId: team.bjorn ?? 0 })
    await deleteMembership(db, { leagueId, teamId: team.bjorn ?? 0 })
    // The others stand as of the last computation; no page loses or repeats a row though positions have a gap.
    expect((await league()).map((row) => [row.teamName, row.rank])).toEqual([
      ['Anna', 2],
      ['Carla', 2],
      ['Dora', null],
    ])
    expect(names([...(await league(0, 1)), ...(await league(1, 1)), ...(await league(2, 1))])).toEqual([
      'Anna',
      'Carla',
      'Dora',
    ])

    expect(await findLeagueStanding(db, { ...table, teamId: team.anna ?? 0 })).toMatchObject({
      position: 1,
      rank: 2,
    })

    await rankLeagueAgain(db, table)
    expect((await league()).map((row) => [row.teamName, row.rank, row.tied])).toEqual([
      ['Anna', 1, 2],
      ['Carla', 1, 2],
      ['Dora', null, 1],
    ])

    await insertMembership(db, { leagueId, teamId: team.bjorn ?? 0, now: 2 })
    await placeNewcomer(db, { ...table, teamId: team.bjorn ?? 0 })
    expect((await league()).map((row) => [row.teamName, row.rank])).toEqual([
      ['Anna', 1],
      ['Carla', 1],
      ['Björn', 1],
      ['Dora', null],
    ])
  })
})

describe('teams without a rank', () => {
  let many: Db
  beforeAll(async () => {
    many = await openSeason()
  })
  afterAll(() => many.destroy())

  /** Every page, and how many rows the store was told to skip for it. */
  async function readPages() {
    const skips = new Set<number>()
    const noting = many.withPlugin(new SkipRecorder(skips))
    const game = await gameOf(many)
    const { length } = await many.selectFrom('teams').select('id').execute()
    const pages: number[] = []
    for (let offset = 0; offset < length + 7; offset += 7)
      for (const row of await listRanking(noting, { game, offset, limit: 7 })) pages.push(row.teamId)
    return { pages, skips: [...skips] }
  }
  const ids = async (from = 0) =>
    (await many.selectFrom('teams').select('id').where('id', '>', from).orderBy('id').execute()).map(
      ({ id }) => id,
    )

  test('stand on the pages by joining, and no page is counted to', async () => {
    await addManyTeams(many, 100)
    expect(await readPages()).toEqual({ pages: await ids(), skips: [0] })
  })

  test('behind the ranked, too', async () => {
    await savePoints(many, 1, { se: 50 })
    await compute(many, 1)
    const last = Math.max(...(await ids()))
    await addManyTeams(many, 100)
    const { pages, skips } = await readPages()
    expect(new Set(pages).size).toBe(200)
    expect(pages.slice(100)).toEqual(await ids(last))
    expect(skips).toEqual([0])
  })

  test('stand right where ids have holes: then they are counted to', async () => {
    const [gone = 0] = (await ids()).slice(150)
    await many.deleteFrom('teams').where('id', '=', gone).execute()
    await sql`update games set team_count = team_count - 1`.execute(many)
    const { pages, skips } = await readPages()
    expect(pages.slice(100)).toEqual((await ids()).slice(100))
    expect(Math.max(...skips)).toBeGreaterThan(50)
  })
})

/** Notes the offsets of the queries that pass through a connection. */
class SkipRecorder implements KyselyPlugin {
  readonly skips: Set<number>
  constructor(skips: Set<number>) {
    this.skips = skips
  }
  transformQuery({ node }: Parameters<KyselyPlugin['transformQuery']>[0]) {
    if (node.kind === 'SelectQueryNode' && node.offset?.offset.kind === 'ValueNode')
      this.skips.add(Number(Object(node.offset.offset).value))
    return node
  }
  async transformResult({ result }: Parameters<KyselyPlugin['transformResult']>[0]) {
    return result
  }
}

describe('no list reads a whole table or sorts', () => {
  const queries: [string, () => Parameters<typeof explain>[0]][] = [
    ['the ranked', () => rankedTeams(db, 1, page)],
    ['the unranked', () => unrankedTeams(db, { ...page, gameId: 1, afterTeamId: 5 })],
    ['where the unranked stand', () => unrankedSpan(db, { gameId: 1, afterTeamId: 5 })],
    ['a standing', () => standingOf(db, 1, 1)],
    ['round results', () => roundResultsOf(db, 1, 1)],
    ['a league', () => rankedMembers(db, { generation: 1, leagueId: 1, after: 10, limit: 10 })],
    ['members by joining', () => membersByJoining(db, { leagueId: 1, afterTeamId: 5, limit: 10 })],
  ]
  test.each(queries)('%s', async (_, query) => {
    expect(await explain(query())).not.toEqual([])
    expect(await findSlowSteps(query())).toEqual([])
  })

  test('the check itself finds a slow one', async () => {
    expect(await findSlowSteps(db.selectFrom('teams').select('id').orderBy('team_name'))).toHaveLength(2)
  })
})

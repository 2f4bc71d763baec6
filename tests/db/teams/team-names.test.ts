import { type KyselyPlugin, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listTeamNames, listTeamsByJoinOrder } from '#db/teams/team-names.server.ts'
import { openScoreboardWorld, type ScoreboardWorld } from '../../services/scoreboard/scoreboard-world.ts'

let world: ScoreboardWorld
beforeEach(async () => {
  world = await openScoreboardWorld()
})
afterEach(() => world.close())

/** Reads every page of teams by joining order, and records the rows skipped for them. */
async function readPages(count: number) {
  const skips = new Set<number>()
  const noting = world.db.withPlugin(new SkipRecorder(skips))
  const pages: number[] = []
  for (let offset = 0; offset < count + 7; offset += 7) {
    const rows = await listTeamsByJoinOrder(noting, { gameId: world.gameId, offset, limit: 7 })
    for (const row of rows) pages.push(row.teamId)
  }
  return { pages, skips: [...skips] }
}

describe('teams by joining order', () => {
  test('are on the pages in order, without counting rows', async () => {
    const ids = await world.addManyTeams(100)
    expect(await readPages(100)).toEqual({ pages: ids, skips: [0] })
  })

  test('are in order where ids have gaps, by counting rows', async () => {
    const ids = await world.addManyTeams(100)
    const [gone = 0] = ids.splice(50, 1)
    await world.db.deleteFrom('teams').where('id', '=', gone).execute()
    await sql`update games set team_count = team_count - 1`.execute(world.db)
    const { pages, skips } = await readPages(99)
    expect(pages).toEqual(ids)
    expect(Math.max(...skips)).toBeGreaterThan(50)
  })

  test('are empty for a season without teams', async () => {
    expect(await readPages(0)).toMatchObject({ pages: [] })
  })
})

test('names are those of the requested teams, without deleted ones', async () => {
  const anna = await world.addTeam('Anna')
  await world.addTeam('Björn')
  expect(await listTeamNames(world.db, [anna, 4711])).toEqual([
    { teamId: anna, teamName: 'Anna', managerName: 'Manager of Anna' },
  ])
  expect(await listTeamNames(world.db, [])).toEqual([])
})

/** Records the offsets of a connection's queries. */
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

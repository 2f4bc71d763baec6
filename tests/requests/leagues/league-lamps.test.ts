import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { settleRounds } from '#app/services/scoreboard/settle-rounds.server.ts'
import { demoClock } from '#db/clock.server.ts'
import { insertLeague } from '#db/leagues/leagues.server.ts'
import { insertMembership } from '#db/leagues/memberships.server.ts'
import { type App, openApp, type PageResponse } from '#tests/support/app.ts'
import type { Browser } from '#tests/support/browser.ts'
import { afterFinal, before, beforeFinal, loginWithTeam, scoreRound } from '#tests/support/game-steps.ts'
import { textOf } from '#tests/support/html.ts'
import { openWorld } from '#tests/support/world.ts'

/**
 * The six lamps of each team in a league's table (D35, D36). Norway and Portugal sing in the first semi-final, Austria in the
 * second, Germany is in the final by right.
 */
let app: App
let world: Awaited<ReturnType<typeof openWorld>>
let anna: Browser
let late: number
const onAir = '2025-05-13T20:45:00Z'

beforeAll(async () => {
  app = await openApp({ now: before })
  world = await openWorld(app)
  const own = await loginWithTeam(app, 'anna', {
    codes: ['NO', 'PT', 'AT', 'DE', 'SM', 'GR'],
    teamName: 'Annas',
  })
  const bjorn = await loginWithTeam(app, 'bjorn', {
    codes: ['PT', 'NO', 'SE', 'LV', 'LT', 'ME'],
    teamName: 'Bastu',
  })
  anna = own.as
  const league = { gameId: world.contest.id, ownerId: 1, leagueName: 'Sofa', inviteSecret: 'sofa', now: 1 }
  const leagueId = await insertLeague(app.db, league)
  await app.setClock(onAir)
  const carla = await loginWithTeam(app, 'carla', {
    codes: ['SM', 'AT', 'GR', 'DE', 'LV', 'ME'],
    teamName: 'Late',
    intent: 'join-late:1',
  })
  late = carla.teamId
  for (const teamId of [own.teamId, bjorn.teamId, late])
    await insertMembership(app.db, { leagueId, teamId, now: 1 })
  await app.setClock(before)
})
afterAll(() => app.close())

const leagues = (as = anna, path = '/game/leagues') => app.get(path, { as })
const settle = () => settleRounds(app.db, { gameId: world.contest.id, clock: demoClock })

/** The lamps of each team that has any, with the words beside them: 'Annas: through sung absent … | 1 of 6 through'. */
function lampsOf({ html }: PageResponse): string[] {
  const rows = html.split('<tr').filter((row) => row.includes('#lamp-'))
  return rows.map((row) => {
    const states = [...row.matchAll(/#lamp-([a-z-]+)"/g)].map(([, state]) => state)
    const words = /#lamp-[\s\S]*?<\/span>([^<]*)/.exec(row)?.[1] ?? ''
    const team = /Annas|Bastu|Late/.exec(textOf(row))?.[0]
    return `${team}: ${states.join(' ')} | ${words}`
  })
}

describe('the lamps of a league’s teams', () => {
  test('are not there before the deadline, in no answer', async () => {
    for (const path of ['/game/leagues', '/game/leagues.data']) {
      const { html } = await leagues(anna, path)
      expect(html).toContain('Bastu')
      expect(html, path).not.toMatch(/href="#lamp-|of 6 through/)
    }
  })

  test('nor while the line-ups are being stored, which the page does not do', async () => {
    await app.setClock(onAir)
    expect(lampsOf(await leagues())).toEqual([])
    const stored = await app.db.selectFrom('rounds').select('settled_at').execute()
    expect(stored.every((round) => round.settled_at === null)).toBe(true)
  })

  test('are there from the deadline on, with words; a team that joined later has none', async () => {
    await settle()
    expect(lampsOf(await leagues()).toSorted()).toEqual([
      'Annas: waiting waiting waiting absent absent absent | 1 of 6 through',
      'Bastu: waiting waiting waiting absent absent absent | 0 of 6 through',
    ])
  })

  test('turn gold as qualifiers are published live', async () => {
    const desk = await app.get('/admin?round=1', { as: world.ada })
    const press = { 'score-NO': '50', 'score-SM': '50' }
    await app.press(desk, 'Save and publish live', press, { as: world.ada })
    expect(lampsOf(await leagues())).toEqual([
      'Annas: through sung through absent absent absent | 3 of 6 through',
      'Bastu: sung through sung absent absent absent | 1 of 6 through',
    ])
  })

  test('are not shown to whoever hides that show, until they reveal it', async () => {
    const bjorn = await app.login('bjorn')
    await app.post('/hide-results', { intent: 'hide' }, { as: bjorn })
    expect(lampsOf(await leagues(bjorn))).toEqual([])
    await app.post('/hide-results', { intent: 'reveal', year: '2025', round: '1' }, { as: bjorn })
    expect(lampsOf(await leagues(bjorn))).toHaveLength(2)
  })

  test('in the final nobody is through: there is who has sung, and who is out', async () => {
    await scoreRound(app, world, 1)
    await app.setClock(beforeFinal)
    await scoreRound(app, world, 2)
    await app.setClock(afterFinal)
    await settle()
    await scoreRound(app, world, 3)
    const lamps = lampsOf(await leagues())
    expect(lamps).toHaveLength(3)
    for (const row of lamps) {
      expect(row).toMatch(/: ((sung|out) ){6}\| (\d sung)?(, )?(\d out)?$/)
      expect(row).not.toContain('through')
    }
  })
})

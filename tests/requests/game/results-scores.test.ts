import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { saveRoundScores } from '#app/services/scoreboard/scores.server.ts'
import { demoClock } from '#db/clock.server.ts'
import { type App, openApp, type PageResponse } from '#tests/support/app.ts'
import type { Browser } from '#tests/support/browser.ts'
import {
  afterFinal,
  before,
  between,
  lineupsOf,
  loginWithTeam,
  scoreRound,
} from '#tests/support/game-steps.ts'
import { textOf } from '#tests/support/html.ts'
import { openWorld } from '#tests/support/world.ts'

/**
 * The numbers of the results page with the real results of 2025 (D3 to D5). In automatic line-ups absent entries are last
 * (D8); Björn has a saved order for the second semi-final; Dora joins after the first.
 */
let app: App
let world: Awaited<ReturnType<typeof openWorld>>

beforeAll(async () => {
  app = await openApp()
  world = await openWorld(app)
  await loginWithTeam(app, 'anna')
  await loginWithTeam(app, 'bjorn', { codes: ['SE', 'AT', 'GR', 'DE', 'NO', 'SM'] })
  await loginWithTeam(app, 'carla', { codes: ['AT', 'IL', 'EE', 'GR', 'LV', 'PT'] })
  await app.post(
    '/game/lineup',
    { intent: 'save', round: '2', order: 'DE.SM.SE.NO.AT.GR' },
    { as: world.bjorn },
  )
})
beforeEach(() => app.setClock(before))
afterAll(() => app.close())

const results = (as: Browser, query = '') => app.get(`/game/results${query}`, { as })

/** The positions of the round as text: 'Position 1 Austria 100% 50 points × 100% 50'. */
function lines(page: PageResponse): string[] {
  const rows = / id="round-title"(?:(?!<\/section>)[\s\S])*<ol>([\s\S]*?)<\/ol>/.exec(page.html)?.[1] ?? ''
  return rows.split('</li>').slice(0, -1).map(textOf)
}

/** The public note of corrections by the API (D34). */
const correctionNote = / Corrected May \d\d, \d\d:\d\d CEST(?! ?:)/

describe('a newcomer after the first semi-final', () => {
  test('has no line-up in it, and stands in the table at once, with 0 for it', async () => {
    await app.setClock(between)
    await scoreRound(app, world, 1)
    await loginWithTeam(app, 'dora', { teamName: 'Late Lamps', intent: 'join-late:1' })
    const page = await results(world.dora)
    expect(page.text).toContain('No line-up: this team joined after the round had begun.')
    expect(page.text).toMatch(/Points earned 0 Global rank #4 /)
    expect(page.text).toContain('Round points 0 Round rank #4')
    expect(Object.keys(await lineupsOf(app, 'dora'))).toEqual(['2', '3'])
    const shown = () => results(world.dora).then(({ text }) => text.replace(/^.*?Team Results/, ''))
    const joined = await shown()
    await scoreRound(app, world, 1, { AT: 1 })
    await scoreRound(app, world, 1)
    const again = (await shown()).replace(correctionNote, '')
    expect(again, 'published once more, with her in it').toBe(joined)
  })
})

describe('computed results are exact', () => {
  beforeAll(async () => {
    await app.setClock(afterFinal)
    for (const round of [1, 2, 3]) await scoreRound(app, world, round)
  })
  beforeEach(() => app.setClock(afterFinal))

  test.each([
    ['anna', ['135', '92.5', '876.9'], '1,104.4', [1, 2, 3]],
    ['bjorn', ['135', '70', '1,074.85'], '1,279.85', [1, 3, 2]],
    ['carla', ['92.5', '170', '1,349.35'], '1,611.85', [3, 1, 1]],
    ['dora', ['0', '92.5', '876.9'], '969.4', [4, 4, 4]],
  ])('%s: every round, the total, and the rank after each round', async (name, scores, total, ranks) => {
    const as = await app.login(name)
    const [first, second, final] = ranks
    for (const [index, score] of scores.entries()) {
      const page = await results(as, `?round=${index + 1}`)
      expect(page.text).not.toContain('Scores not available yet')
      expect(page.text).toContain(`Round total ${score} `)
      expect(page.text).toContain(`Round points ${score} `)
      expect(page.text).toContain(`Points earned ${total} Global rank #${final} `)
      expect(page.html).toContain(
        `aria-label="Global rank: ${first} after Semi 1, ${second} after Semi 2, ${final} after Final"`,
      )
      expect(page.text).toMatch(
        new RegExp(
          `After the first semi-final #${first} .*After the second semi-final #${second} .*After the grand final #${final} `,
        ),
      )
    }
  })

  test('each position shows points, share and score, and the final is over', async () => {
    const page = await results(world.carla)
    expect(lines(page)).toEqual([
      'Position 1 Austria 100% 436 points × 100% 436',
      'Position 2 Israel 85% 357 points × 85% 303.45',
      'Position 3 Estonia 85% 356 points × 85% 302.6',
      'Position 4 Greece 70% 231 points × 70% 161.7',
      'Position 5 Latvia 70% 158 points × 70% 110.6',
      'Position 6 Portugal 70% 50 points × 70% 35',
    ])
    expect(page.text).toContain('Rounds remaining 0 of 3 Next round None')
    expect(page.text).not.toContain('Adjust Lineup for Next Round')
  })

  test('the charts say their values as text', async () => {
    const page = await results(world.carla)
    expect(page.html).toContain('aria-label="Global rank: 3 after Semi 1, 1 after Semi 2, 1 after Final"')
    expect(page.html).toContain('aria-label="Second semi-final 50, Grand final 436"')
    const table =
      /<caption[^>]*>Points per country and round<\/caption>[\s\S]*?<\/table>/.exec(page.html)?.[0] ?? ''
    const rows = textOf(table).split(/(?=Austria|Israel|Estonia|Greece|Latvia|Portugal)/)
    expect(rows).toContain('Austria 0 50 436 ')
    expect(rows.map((row) => row.trim())).toContain('Portugal 42.5 0 35')
  })

  test('a correction that is saved but not computed changes nothing yet; computed, it corrects everything', async () => {
    const shown = async () => (await results(world.carla)).text.replace(/^.*?Team Results/, '')
    const computed = await shown()
    const austria = world.contest.entries.find((entry) => entry.code === 'AT')
    const scores = [{ entryId: austria?.id ?? 0, points: 1 }]
    const wanted = {
      gameId: world.contest.id,
      roundNumber: 3,
      scores,
      expectedVersion: null,
      clock: demoClock,
    }
    expect(await saveRoundScores(app.db, wanted)).toMatchObject({ ok: true })
    expect(await shown()).toBe(computed)
    await scoreRound(app, world, 3, { AT: 1 })
    expect(await shown()).toMatch(/Points earned 263.5 Global rank #1 /)
    await scoreRound(app, world, 3)
    expect(await shown()).toMatch(correctionNote)
    expect((await shown()).replace(correctionNote, '')).toBe(computed)
  })

  test('teams with one score share the rank and the page says with how many', async () => {
    await scoreRound(app, world, 1, {})
    const page = await results(world.anna, '?round=1')
    expect(page.text).toContain('Round points 0 Round rank #1')
    await scoreRound(app, world, 2, {})
    await scoreRound(app, world, 3, {})
    expect((await results(world.anna)).text).toMatch(/Points earned 0 Global rank #1 shared by 4/)
  })
})

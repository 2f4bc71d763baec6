import { afterAll, beforeAll, expect, test } from 'vitest'
import reference from '#tests/golden/reference-scores.json' with { type: 'json' }
import { type App, openApp } from '#tests/support/app.ts'
import type { Browser } from '#tests/support/browser.ts'
import { afterFinal, before, beforeFinal, between } from '#tests/support/game-steps.ts'
import { toastsOf } from '#tests/support/html.ts'
import { openWorld } from '#tests/support/world.ts'

/**
 * A whole season through the pages alone: the reference teams that the budget allows are picked by buttons, their order
 * is set for every show, time passes, the admin fills, saves and computes each round, and the results pages show the reference's scores.
 */
let app: App
let world: Awaited<ReturnType<typeof openWorld>>

beforeAll(async () => {
  app = await openApp({ now: before })
  world = await openWorld(app)
})
afterAll(() => app.close())

const points = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })

function affordable() {
  const entries = new Map(world.contest.entries.map((entry) => [entry.code, entry]))
  const teams = reference.lineups.map((line) => ({
    ...line,
    entries: line.lineup.map((code) => entries.get(code.toUpperCase())),
  }))
  return teams.filter(
    ({ entries: six }) => six.reduce((sum, entry) => sum + (entry?.priceTenths ?? 0), 0) <= 1000,
  )
}

async function pick(as: Browser, countries: readonly (string | undefined)[], teamName: string) {
  let page = await app.get('/game/team', { as })
  for (const country of countries)
    page = await app.follow(await app.press(page, `Add ${country}`, {}, { as }), { as })
  const saved = await app.press(page, 'Save Team', { teamName, managerName: 'M.' }, { as })
  return app.follow(saved, { as })
}

/** Sets one order for all three shows: an automatic one would put absent entries last (D8). */
async function setOrder(as: Browser, codes: readonly (string | undefined)[]) {
  const page = await app.get('/game/lineup', { as })
  const changes = { order: codes.join('.'), later: '1' }
  return app.follow(await app.press(page, 'Save Lineup', changes, { as }), { as })
}

async function score(roundNumber: number) {
  const as = world.ada
  const page = await app.get(`/admin?round=${roundNumber}`, { as })
  const filled = await app.follow(await app.press(page, 'Fill with real results', {}, { as }), { as })
  const saved = await app.follow(await app.press(filled, 'Save Player Scores', {}, { as }), { as })
  expect(toastsOf(saved.html)).toEqual([expect.stringMatching(/^Scores saved /)])
  const done = await app.follow(await app.press(saved, 'Compute Team Scores', {}, { as }), { as })
  expect(toastsOf(done.html)).toEqual([expect.stringMatching(/^Team scores computation triggered /)])
}

test('the season of 2025, played through the real pages, ends with the reference’s scores', async () => {
  const teams = affordable()
  expect(teams.map((team) => team.note)).toEqual([
    'best affordable team in hindsight',
    'favourites that fit the budget',
  ])
  const players: Browser[] = []
  for (const [index, team] of teams.entries()) {
    const as = await app.login(`player ${index}`)
    players.push(as)
    const page = await pick(
      as,
      team.entries.map((entry) => entry?.country),
      team.note,
    )
    expect(toastsOf(page.html)).toEqual([
      'Team saved successfully Your team has been updated. Your six are on. Set line-up Invite friends',
    ])
    const codes = team.entries.map((entry) => entry?.code)
    expect(toastsOf((await setOrder(as, codes)).html).join()).toContain(
      'for: First semi-final, Second semi-final, Grand final.',
    )
  }
  for (const [round, instant] of [between, beforeFinal, afterFinal].entries()) {
    await app.setClock(instant)
    await score(round + 1)
    for (const [index, as] of players.entries()) {
      const expected = teams[index]?.scoreHundredths
      const earned = [expected?.['1'], expected?.['2'], expected?.['3']].slice(0, round + 1)
      const page = await app.get('/game/results', { as })
      expect(page.text).toContain(`Round points ${points.format((earned.at(-1) ?? 0) / 100)} `)
      const total = earned.reduce<number>((sum, each) => sum + (each ?? 0), 0)
      expect(page.text).toContain(`Points earned ${points.format(total / 100)} `)
    }
  }
  for (const [index, as] of players.entries()) {
    const total = points.format((teams[index]?.scoreHundredths.total ?? 0) / 100)
    expect((await app.get('/game', { as })).text).toContain(
      `Total points ${total} Global rank # ${index + 1} top `,
    )
    for (const path of ['/game/team', '/game/lineup']) {
      const page = await app.get(path, { as })
      expect(page.status, path).toBe(200)
      expect(page.text, path).toContain(`Points ${total} Global rank #${index + 1} `)
      expect(page.text, path).toMatch(/Semi 1 Semi 2 Final .* [1-9][\d.]* 1st /)
      expect(page.text, path).not.toContain('past deadline')
      for (const entry of teams[index]?.entries ?? []) expect(page.text, path).toContain(entry?.country)
    }
  }
}, 120_000)

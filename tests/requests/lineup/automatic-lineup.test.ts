import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type App, openApp } from '#tests/support/app.ts'
import type { Browser } from '#tests/support/browser.ts'
import {
  before,
  beforeFinal,
  between,
  lineupsOf,
  loginWithTeam,
  scoreRound,
} from '#tests/support/game-steps.ts'
import { findSubmission, tagsOf, textOf } from '#tests/support/html.ts'
import { openWorld } from '#tests/support/world.ts'

/**
 * Automatic line-ups and where they are shown (D8): the team's order with absent entries last. Austria and Greece are in
 * the second semi-final, Norway and San Marino in the first, Latvia in the second, Germany is pre-qualified. San Marino
 * fails in its semi-final, Greece in the other.
 */
let app: App
let world: Awaited<ReturnType<typeof openWorld>>
let anna: Browser
let bjorn: Browser
const team = ['AT', 'GR', 'DE', 'NO', 'SM', 'LV']
const first = ['NO', 'SM', 'AT', 'GR', 'DE', 'LV']
const second = ['AT', 'GR', 'LV', 'DE', 'NO', 'SM']
const words = "Not set yet: we use your team's order, singers first. Change it until"

beforeAll(async () => {
  app = await openApp({ now: before })
  world = await openWorld(app)
  anna = (await loginWithTeam(app, 'anna', { codes: team })).as
  bjorn = (await loginWithTeam(app, 'bjorn', { codes: team })).as
  for (const round of ['1', '2', '3']) {
    const byHand = { intent: 'save', round, order: team.join('.') }
    expect((await app.post('/game/lineup', byHand, { as: bjorn })).status).toBe(303)
  }
})
afterAll(() => app.close())

/** The order of a round on the page and in the API, and, for the next round, on the dashboard. */
async function shown(as: Browser, round: number) {
  const page = await app.get(`/game/lineup?round=${round}`, { as })
  const fields = Object.fromEntries(findSubmission(page.html, 'Save Lineup')?.fields ?? [])
  const call = await app.get(`/api/teams/mine/lineup/round/${round}`, { as })
  const countries = new Map(world.contest.entries.map((entry) => [entry.country, entry.code]))
  return {
    page: fields.order?.split('.'),
    says: page.text.includes(words),
    call: namesIn(call.html).map((name) => countries.get(name)),
    dashboard: positionsOn((await app.get('/game', { as })).text).map((name) => countries.get(name)),
  }
}

const namesIn = (json: string) => [...json.matchAll(/"playerName":"([^"]+)"/g)].map(([, name = '']) => name)
/** A row names its country, then says when it sings or why it does not. */
const positionsOn = (text: string) =>
  [
    ...text.matchAll(
      /Position \d ([A-Z]\w+(?: [A-Z]\w+)??) (?:Sings|Tuesday|Thursday|Already|Through|Out|\d+%)/g,
    ),
  ].map(([, name = '']) => name)

describe('before the first semi-final', () => {
  test('those of the other semi-final and the pre-qualified stand last, and the page says so', async () => {
    expect(await shown(anna, 1)).toEqual({ page: first, says: true, call: first, dashboard: first })
    expect(await shown(anna, 2)).toMatchObject({ page: second, says: true, call: second })
  })

  test('each row says when its country sings, or why not, in the order shown', async () => {
    const page = await app.get('/game/lineup?round=1', { as: anna })
    const rows = / id="your-order"(?:(?!<\/section>)[\s\S])*?<ol>([\s\S]*?)<\/ol>/.exec(page.html)?.[1] ?? ''
    const words = rows.split('</li>').slice(0, -1).map(textOf)
    const expected = [
      /^Position 1 Norway 100% Sings \d+(st|nd|rd|th) on Tuesday/,
      /^Position 2 San Marino 85% Sings \d+(st|nd|rd|th) on Tuesday/,
      /^Position 3 Austria 85% Thursday/,
      /^Position 4 Greece 70% Thursday/,
      /^Position 5 Germany 70% Already in the final/,
      /^Position 6 Latvia 70% Thursday/,
    ]
    expect(words).toHaveLength(expected.length)
    for (const [index, pattern] of expected.entries()) expect(words[index]).toMatch(pattern)
  })

  test('before the press it says which countries do not sing, and one press puts singers first', async () => {
    const page = await app.get('/game/lineup?round=1', { as: bjorn })
    expect(page.text).toContain('Austria, Greece and Germany do not sing on Tuesday: 0 points.')
    const { fields } = findSubmission(page.html, 'Put singers first') ?? {}
    const moved = await app.post('/game/lineup', Object.fromEntries(fields ?? []), { as: bjorn })
    const after = await app.get(moved.location ?? '', { as: bjorn })
    const order = findSubmission(after.html, 'Save Lineup')?.fields.find(([name]) => name === 'order')
    expect(order).toEqual(['order', first.join('.')])
    expect(after.text).toContain('Unsaved Changes')
    expect(after.text).not.toContain('0 points.')
    await app.press(after, 'Discard', {}, { as: bjorn })
    for (const [as, round] of [
      [anna, 1],
      [bjorn, 3],
    ] as const)
      expect((await app.get(`/game/lineup?round=${round}`, { as })).text).not.toContain('not sing')
  })

  test('the lamps of the page header are off for who does not sing', async () => {
    const label = (html: string) =>
      tagsOf(html, 'svg')
        .find((svg) => svg.has('aria-label'))
        ?.get('aria-label')
    const page = await app.get('/game/lineup?round=1', { as: anna })
    expect(label(page.html)).toBe('Your lights: Norway, San Marino; 4 lamps are off')
  })

  test('in the final all may sing still: the team’s order stays, and nothing is said of singers', async () => {
    expect(await shown(anna, 3)).toMatchObject({ page: team, says: false, call: team })
  })

  test('an order that was saved by hand is as it was saved, and nothing is said', async () => {
    expect(await shown(bjorn, 1)).toEqual({ page: team, says: false, call: team, dashboard: team })
  })

  test('a draft of another order says that it is not saved, and nothing of an automatic one', async () => {
    const page = await app.get(`/game/lineup?round=1&order=${team.join('.')}`, { as: anna })
    expect(page.text).toContain('Unsaved Changes')
    expect(page.text).not.toContain(words)
  })
})

describe('once a semi-final is official', () => {
  beforeAll(async () => {
    await app.setClock(between)
    await scoreRound(app, world, 1, { NO: 50 })
  })

  test('who failed in it stands last in the final, who waits for the other one does not', async () => {
    const order = ['AT', 'GR', 'DE', 'NO', 'LV', 'SM']
    expect(await shown(anna, 3)).toMatchObject({ page: order, says: true, call: order })
    expect(await shown(anna, 2)).toEqual({ page: second, says: true, call: second, dashboard: second })
  })

  test('both official, the dashboard shows the final with all who failed last', async () => {
    await app.setClock(beforeFinal)
    await scoreRound(app, world, 2, { AT: 50, LV: 50 })
    const order = ['AT', 'DE', 'NO', 'LV', 'GR', 'SM']
    expect(await shown(anna, 3)).toEqual({ page: order, says: true, call: order, dashboard: order })
    expect(await shown(bjorn, 3)).toEqual({ page: team, says: false, call: team, dashboard: team })
  })

  test('what was shown before a deadline is what is stored after it, marked automatic', async () => {
    const stored = await lineupsOf(app, 'anna')
    expect([stored[1], stored[2]]).toEqual([`${first.join('.')}*`, `${second.join('.')}*`])
    expect((await lineupsOf(app, 'bjorn'))[1]).toBe(team.join('.'))
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { settleRounds } from '#app/services/scoreboard/settle-rounds.server.ts'
import { demoClock } from '#db/clock.server.ts'
import { insertLeague } from '#db/leagues/leagues.server.ts'
import { insertMembership } from '#db/leagues/memberships.server.ts'
import { type App, openApp, type PageResponse } from '#tests/support/app.ts'
import type { Browser } from '#tests/support/browser.ts'
import { afterFinal, before, between, loginWithTeam, scoreRound } from '#tests/support/game-steps.ts'
import { hrefOf, textOf, toastsOf } from '#tests/support/html.ts'
import { openWorld } from '#tests/support/world.ts'

/**
 * Who holds whom, and two teams side by side (D36): nothing before a round's deadline, everything but names of managers from
 * then on. Anna and Björn share a league, Dora has no team. Both hold Austria and Norway.
 */
let app: App
let world: Awaited<ReturnType<typeof openWorld>>
let anna: Browser
let bjornsId = 0
const bjornsSecret = 'Björn Behind-the-Curtain'
const annasSix = ['AT', 'NO', 'GR', 'DE', 'SM', 'PT']
const bjornsSix = ['SE', 'AT', 'NO', 'LV', 'LT', 'ME']

beforeAll(async () => {
  app = await openApp({ now: before })
  world = await openWorld(app)
  const own = await loginWithTeam(app, 'anna', { codes: annasSix, teamName: 'Anna’s lamps' })
  anna = own.as
  const rival = { codes: bjornsSix, teamName: 'Bastu', managerName: bjornsSecret }
  bjornsId = (await loginWithTeam(app, 'bjorn', rival)).teamId
  const gameId = world.contest.id
  const league = { gameId, ownerId: 1, leagueName: 'Sofa Jury', inviteSecret: 'sofa', now: 1 }
  const leagueId = await insertLeague(app.db, league)
  for (const teamId of [own.teamId, bjornsId]) await insertMembership(app.db, { leagueId, teamId, now: 1 })
})
afterAll(() => app.close())

const settle = () => settleRounds(app.db, { gameId: world.contest.id, clock: demoClock })
const countries = (query = '', as = anna) => app.get(`/game/countries${query}`, { as })
const compare = (query = '') => app.get(`/game/compare?team=${bjornsId}${query}`, { as: anna })

/** The rows of a page's table or list as text. */
function rows({ html }: PageResponse, tag: 'tr' | 'li'): string[] {
  const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? ''
  const list = tag === 'li' ? (/<ol>[\s\S]*<\/ol>/.exec(main)?.[0] ?? '') : main
  return list.split(`</${tag}>`).slice(0, -1).map(textOf)
}

const namesOf = (page: PageResponse) =>
  rows(page, 'tr')
    .slice(1)
    .map((row) => row.split(' ')[0])

/** The row of a country without its columns for a phone. */
const rowOf = (page: PageResponse, country: string) =>
  rows(page, 'tr')
    .find((row) => row.startsWith(country))
    ?.replace(/ [\d.]+M · 1st in \d+/, '')

describe('before the first deadline', () => {
  test('no answer tells who holds whom', async () => {
    await app.setClock(before)
    for (const path of [
      '/game/countries',
      '/game/countries?round=1&sort=first',
      '/game/countries.data',
      `/game/compare?team=${bjornsId}`,
      `/game/compare.data?team=${bjornsId}&round=1`,
    ]) {
      const page = await app.get(path, { as: anna })
      expect(page.status, path).toBe(404)
      expect(page.html, path).not.toMatch(/Bastu|Held by|Latvia|Behind-the-Curtain/)
    }
  })
})

describe('from a deadline on', () => {
  test('the line-ups are being counted until they are stored, and reading stores none', async () => {
    await app.setClock(between)
    const page = await countries()
    expect(page.status).toBe(200)
    expect(page.text).toContain('Who holds whom First semi-final')
    expect(page.text).toContain('The line-ups of this round are being counted.')
    const settled = app.db.selectFrom('rounds').select('settled_at').where('settled_at', 'is not', null)
    expect(await settled.execute()).toEqual([])
  })

  test('every country says who holds it, who has it first, and that it has no points yet', async () => {
    await settle()
    const page = await countries()
    expect(rows(page, 'tr')).toHaveLength(38)
    expect(page.text).toContain('Teams 2')
    expect(rowOf(page, 'Austria')).toBe('Austria Yours 31 M 100.0 % 2 0 -')
    expect(rowOf(page, 'Norway')).toBe('Norway Yours 9 M 100.0 % 2 1 -')
    expect(rowOf(page, 'Latvia')).toBe('Latvia 5 M 50.0 % 1 0 -')
    expect(rowOf(page, 'France')).toBe('France 29 M 0.0 % 0 0 -')
  })

  test('a manager without a team sees them, too, and none as theirs', async () => {
    const page = await countries('', world.dora)
    expect(page.status).toBe(200)
    expect(page.text).not.toContain('Yours')
    const other = await app.get(`/game/compare?team=${bjornsId}`, { as: world.dora })
    expect(other.status).toBe(404)
    expect(hrefOf(other.html, 'Create Team')).toBe('/game/team')
  })

  test('the columns sort by links', async () => {
    const first = await countries()
    expect(namesOf(first).slice(0, 2)).toEqual(['Austria', 'Norway'])
    const hrefs = {
      Country: 'name',
      Price: 'price',
      'Held by': 'held',
      'First in': 'first',
      Points: 'points',
    }
    for (const [label, sort] of Object.entries(hrefs))
      expect(hrefOf(first.html, label)).toBe(`/game/countries?round=1&sort=${sort}`)
    expect(namesOf(await countries('?sort=name'))[0]).toBe('Albania')
    const byPrice = await countries('?sort=price')
    expect(namesOf(byPrice)[0]).toBe('Sweden')
    expect(byPrice.html.match(/aria-sort="(\w+)"/g)).toEqual(['aria-sort="descending"'])
    expect(namesOf(await countries('?sort=first'))[0]).toBe('Norway')
  })

  test('an open round leads back with a message, an unknown one is a 404, an unknown order a 400', async () => {
    for (const [target, query] of [
      ['/game/countries', '?round=2'],
      [`/game/compare?team=${bjornsId}`, '&round=3'],
    ]) {
      const page = await app.get(`${target}${query}`, { as: anna })
      expect([page.status, page.location]).toEqual([303, target])
      expect(toastsOf((await app.follow(page, { as: anna })).html)[0]).toContain('Not started yet')
    }
    expect((await countries('?round=9')).status).toBe(404)
    expect((await countries('?sort=luck')).status).toBe(400)
  })

  test('a comparison of an unknown team, of none and of one’s own is a 404', async () => {
    const own = await app.db
      .selectFrom('teams')
      .select('id')
      .where('team_name', '=', 'Anna’s lamps')
      .execute()
    for (const team of ['', '0', 'x', '999999', own[0]?.id])
      expect((await app.get(`/game/compare?team=${team}`, { as: anna })).status).toBe(404)
  })

  test('before a result a comparison has the countries, and what differs is marked', async () => {
    const page = await compare()
    expect(page.text).toContain('Anna’s lamps and Bastu')
    expect(page.text).toContain('Scores not available yet')
    expect(page.text).not.toContain('Behind-the-Curtain')
    const list = rows(page, 'li')
    expect(list).toHaveLength(10)
    expect(list.find((row) => row.includes('Norway'))).toBe('Position 1 - Norway both Position 2 -')
    expect(list.filter((row) => row.includes('not held'))).toHaveLength(8)
  })

  test('an open round’s order is in no comparison', async () => {
    const saved = await app.post(
      '/game/lineup',
      {
        intent: 'save',
        round: '3',
        order: [...annasSix].reverse().join('.'),
      },
      { as: anna },
    )
    expect(saved.status).toBe(303)
    expect(rows(await compare(), 'li').find((row) => row.includes('Norway'))).toBe(
      'Position 1 - Norway both Position 2 -',
    )
  })
})

describe('with results', () => {
  test('a comparison says what each country earned for both, the league’s places, and leads to the league', async () => {
    await app.setClock(afterFinal)
    await settle()
    for (const round of [1, 2, 3]) await scoreRound(app, world, round)
    const page = await compare()
    expect(page.text).toMatch(
      /Anna’s lamps [\d,.]+ (1st|2nd) in the league · you Bastu [\d,.]+ (1st|2nd) in the league/,
    )
    expect(hrefOf(page.html, 'Back to Sofa Jury')).toBe('/game/leagues?leagueId=1&page=1')
    const shown = page.text.match(
      /Anna’s lamps ([\d,.]+) .*? Bastu ([\d,.]+) .*?The difference ([+−][\d,.]+)/,
    )
    const [mine = 0, theirs = 0] = shown?.slice(1, 3).map((text) => Number(text.replace(',', ''))) ?? []
    expect(Number(shown?.[3]?.replace('−', '-').replace(',', ''))).toBeCloseTo(mine - theirs)
  })

  test('one round alone can be compared', async () => {
    const page = await compare('&round=3')
    expect(page.text).toMatch(/\d+(st|nd) in this round · you/)
    const list = rows(page, 'li')
    expect(list[0]).toBe('– not held Sweden theirs Position 1 321')
    // In Anna's saved line-up of the final Austria is last.
    expect(list.find((row) => row.includes('Austria'))).toBe('Position 6 305.2 Austria both Position 2 370.6')
    expect(list.find((row) => row.includes('Norway'))).toContain('Norway both Position 3')
  })

  test('a country that both have at the same place is marked', async () => {
    // Nothing of Sweden and Norway counts in the second semi-final, where Austria sings.
    const list = rows(await compare('&round=2'), 'li')
    expect(list.filter((row) => row.includes('both, same share'))).toEqual([
      'Position 1 50 Austria both, same share Position 1 50',
    ])
  })

  test('the countries are sorted by their points', async () => {
    const byPoints = await countries('?round=3&sort=points')
    expect(namesOf(byPoints).slice(0, 3)).toEqual(['Austria', 'Israel', 'Estonia'])
  })

  test('the countries have their points, and the page of a round links both', async () => {
    expect(rowOf(await countries('?round=3'), 'Austria')).toBe('Austria Yours 31 M 100.0 % 2 0 436')
    const own = await app.get('/game/results?round=1', { as: anna })
    expect(hrefOf(own.html, 'Who holds whom')).toBe('/game/countries?round=1')
    expect(own.text).not.toContain('Compare with yours')
    const rival = await app.get(`/game/results?teamId=${bjornsId}`, { as: anna })
    expect(hrefOf(rival.html, 'Compare with yours')).toBe(`/game/compare?team=${bjornsId}`)
    const guest = await app.get(`/game/results?teamId=${bjornsId}`, { as: world.dora })
    expect(guest.text).not.toContain('Compare with yours')
  })

  test('results say what was possible with the own six and with any', async () => {
    const page = await app.get('/game/results?round=3', { as: anna })
    const [, best = '', percent = ''] = page.text.match(/Your best order ([\d.,]+) You got (\d+)%/) ?? []
    const earned = Number(page.text.match(/Round total ([\d.,]+)/)?.[1])
    expect(Number(percent)).toBe(Math.floor((100 * earned) / Number(best)))
    expect(page.text).toMatch(/You got \d+%\. Austria, /)
    expect(page.text).toMatch(/Best six within 100M [\d,.]+ \w+/)
    const rival = await app.get(`/game/results?round=3&teamId=${bjornsId}`, { as: anna })
    expect(rival.text).toMatch(/Their best order [\d.,]+ They got \d+%/)
    const bestSix = (text: string) => text.match(/Best six within 100M .*?(?= Round Summary)/)?.[0]
    expect(bestSix(rival.text)).toBe(bestSix(page.text))
  })
})

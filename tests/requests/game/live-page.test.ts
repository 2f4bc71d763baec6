import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { settleRounds } from '#app/services/scoreboard/settle-rounds.server.ts'
import { demoClock } from '#db/clock.server.ts'
import { replaceLeagueScreen } from '#db/leagues/league-screens.server.ts'
import { insertLeague } from '#db/leagues/leagues.server.ts'
import { insertMembership } from '#db/leagues/memberships.server.ts'
import { type App, openApp, type PageResponse } from '#tests/support/app.ts'
import type { Browser } from '#tests/support/browser.ts'
import { afterEnd, before, loginWithTeam, scoreRound } from '#tests/support/game-steps.ts'
import { hrefOf, textOf, toastsOf } from '#tests/support/html.ts'
import { openWorld } from '#tests/support/world.ts'

/**
 * The page of the evening (D41). Anna and Björn share a league; Carla plays alone; Dora has no team. Norway and Portugal sing
 * in the first semi-final, Austria in the second, Germany is in the final by right.
 */
let app: App
let world: Awaited<ReturnType<typeof openWorld>>
let anna: Browser
let leagueId = 0
const onAir = '2025-05-13T20:45:00Z'
const secondOnAir = '2025-05-15T20:45:00Z'
const finalOnAir = '2025-05-17T21:45:00Z'
const secrets = ['Anna behind the curtain', 'Björn behind the curtain', 'Carla behind the curtain']

beforeAll(async () => {
  app = await openApp({ now: before })
  world = await openWorld(app)
  const annas = ['NO', 'PT', 'AT', 'DE', 'SM', 'GR']
  const bjorns = ['PT', 'NO', 'SE', 'LV', 'LT', 'ME']
  const own = await loginWithTeam(app, 'anna', {
    codes: annas,
    teamName: 'Anna’s lamps',
    managerName: secrets[0] ?? '',
  })
  anna = own.as
  const bjorn = await loginWithTeam(app, 'bjorn', {
    codes: bjorns,
    teamName: 'Bastu',
    managerName: secrets[1] ?? '',
  })
  await loginWithTeam(app, 'carla', {
    codes: ['SM', 'AT', 'GR', 'DE', 'LV', 'ME'],
    teamName: 'Carla alone',
    managerName: secrets[2] ?? '',
  })
  const common = { gameId: world.contest.id, inviteSecret: 'sofa', now: 1 }
  leagueId = await insertLeague(app.db, { ...common, ownerId: 1, leagueName: 'Sofa Jury' })
  for (const teamId of [own.teamId, bjorn.teamId])
    await insertMembership(app.db, { leagueId, teamId, now: 1 })
})
afterAll(() => app.close())

const live = (query = '', as = anna) => app.get(`/game/live${query}`, { as })
const settle = () => settleRounds(app.db, { gameId: world.contest.id, clock: demoClock })

async function publishLive(round: number, points: Record<string, string>) {
  const desk = await app.get(`/admin?round=${round}`, { as: world.ada })
  const scores = Object.entries(points).map(([code, value]) => [`score-${code}`, value])
  const answer = await app.press(desk, 'Save and publish live', Object.fromEntries(scores), { as: world.ada })
  expect(answer.status).toBe(303)
}

async function pressDesk(round: number, name: string) {
  const desk = await app.get(`/admin/desk?round=${round}`, { as: world.ada })
  expect((await app.press(desk, name, {}, { as: world.ada })).status).toBe(303)
}

const gamePages = [
  '/game',
  '/game/lineup',
  '/game/results',
  '/game/leagues',
  '/game/history',
  '/game/account',
  '/game/live',
]
const navigationOf = ({ html }: PageResponse) =>
  /<nav[^>]*aria-label="Game"[\s\S]*?<\/nav>/.exec(html)?.[0] ?? ''

/** The name of the row of qualifiers, and its lamps. */
function tallyOf({ html }: PageResponse): (string | undefined)[] {
  const [tally = '', label] = /<div[^>]*role="img" aria-label="([^"]*)"[\s\S]*?<\/div>/.exec(html) ?? []
  return [label, ...[...tally.matchAll(/#lamp-([a-z-]+)"/g)].map(([, state]) => state)]
}

/** The text of a card by its heading's id. */
const cardOf = ({ html }: PageResponse, id: string) =>
  textOf(new RegExp(`<section[^>]*aria-labelledby="${id}"[\\s\\S]*?</section>`).exec(html)?.[0] ?? '')

const sixOf = ({ html }: PageResponse) =>
  (/ id="my-six"[\s\S]*?<ol>([\s\S]*?)<\/ol>/.exec(html)?.[1] ?? '')
    .split('</li>')
    .slice(0, -1)
    .map((row) => textOf(row).replace(/^Position \d /, ''))

describe('before the first deadline', () => {
  test('it leads to the line-up with a message, and the dashboard has no card', async () => {
    const answer = await live()
    expect([answer.status, answer.location]).toEqual([303, '/game/lineup'])
    const page = await app.follow(answer, { as: anna })
    expect(toastsOf(page.html)[0]).toContain('The first semi-final has not begun.')
    expect((await app.get('/game', { as: anna })).text).not.toContain('Live now')
    expect(navigationOf(await app.get('/game/lineup', { as: anna }))).not.toContain('/game/live')
  })

  test('without a team it leads to the team page, signed out to the sign-in', async () => {
    const page = await live('', world.dora)
    expect(page.status).toBe(404)
    expect(hrefOf(page.html, 'Create Team')).toBe('/game/team')
    const stranger = await app.get('/game/live')
    expect(stranger.status).toBe(401)
    expect(stranger.html).not.toMatch(/Anna’s|Bastu|Sofa Jury/)
  })
})

describe('while the first show is on the air', () => {
  test('the first card of the dashboard leads to it, also without a team', async () => {
    await app.setClock(onAir)
    await settle()
    const page = await app.get('/game', { as: anna })
    const [first] = /<h2[^>]*>Live now<\/h2>[\s\S]*?<h2[^>]*>[^<]*/.exec(page.html) ?? []
    expect(hrefOf(first ?? '', 'Open live')).toBe('/game/live')
    expect(/aria-label="(Your lights: [^"]*)/.exec(page.html)?.[1]).toBe(
      'Your lights: Norway waiting, Portugal waiting, San Marino waiting; 3 lamps are off',
    )
    expect(page.html.indexOf('Live now')).toBeLessThan(page.html.indexOf('Your line-up'))
    const teamless = await app.get('/game', { as: world.dora })
    expect(teamless.text).toContain('Live now First semi-final Open live')
  })

  test('every page of the game leads to it from the first song on, but for strangers', async () => {
    for (const path of gamePages) {
      const page = await app.get(path, { as: anna })
      expect([page.status, hrefOf(navigationOf(page), 'Live')], path).toEqual([200, '/game/live'])
    }
    expect((await app.get('/game/leagues')).html).not.toContain('/game/live')
    expect((await app.get('/news', { as: anna })).html).not.toContain('/game/live')
  })

  test('before any points it has the lamps in words, and no rank', async () => {
    const page = await live()
    expect(page.status).toBe(200)
    expect(page.text).toContain('No points yet')
    expect(page.text).not.toContain('Live, not official')
    expect(sixOf(page)).toEqual([
      'Norway Sings 8th tonight 100 %',
      'Portugal Sings 7th tonight 85 %',
      'San Marino Sings 11th tonight 85 %',
      'Austria Thursday 70 %',
      'Germany Already in the final 70 %',
      'Greece Thursday 70 %',
    ])
    expect(cardOf(page, 'my-six')).not.toMatch(/Tonight|read out/)
    expect(page.text).toContain('Through 1 of 6 Rank -')
    expect(cardOf(page, 'my-leagues')).toContain('Sofa Jury 2 teams')
    expect(cardOf(page, 'my-leagues')).toContain('All 3 teams')
  })

  test('while songs are sung everybody who plays reads which country is on stage', async () => {
    for (const name of ['Next song', 'Next song']) await pressDesk(1, name)
    const page = await live()
    expect(page.text).toContain('Song 2 of 15 Rank -')
    expect(page.text).toContain('On stage: Poland, song 2 of 15')
    for (const as of [anna, world.dora])
      expect((await app.get('/game', { as })).text).toContain(
        'Live now First semi-final On stage: Poland, song 2 of 15 Open live',
      )
    for (let song = 3; song <= 7; song += 1) await pressDesk(1, 'Next song')
    expect((await app.get('/game', { as: anna })).text).toContain(
      'Live now First semi-final On stage: Portugal, song 7 of 15 Your 2nd Open live',
    )
    for (let song = 3; song <= 7; song += 1) await pressDesk(1, 'Back')
    for (const name of ['Back', 'Back']) await pressDesk(1, name)
    expect((await live()).text).not.toMatch(/Song \d/)
  })

  test('live points change the words, the points, the rank, the leagues and the leader', async () => {
    await publishLive(1, { NO: '50', PT: '50' })
    const page = await live()
    expect(page.text).toContain('Live, not official · 22:45')
    expect(cardOf(page, 'my-six')).toMatch(/^My six 2 of 10 read out Position 1 Norway/)
    expect(cardOf(page, 'qualifiers'), 'as they sang, where they came at once').toContain(
      '1 Portugal You, Bastu 2 Norway You, Bastu',
    )
    const dashboard = await app.get('/game', { as: anna })
    expect(dashboard.text).toMatch(
      /Live now First semi-final Points 92\.5 Rank # ?1 Sofa Jury 1 ?st Open live/,
    )
    expect(cardOf(dashboard, 'my-leagues')).toBe(
      'My leagues Invite friends 1 st Sofa Jury Shares the lead with 1 other',
    )
    expect(tallyOf(page)).toEqual([
      '2 of 10 read out',
      ...Array(2).fill('through'),
      ...Array(8).fill('absent'),
    ])
    expect(sixOf(page).slice(0, 2)).toEqual(['Norway Through 50 × 100% 50', 'Portugal Through 50 × 85% 42.5'])
    expect(sixOf(page)[2]).toBe('San Marino Sung -')
    expect(page.text).toContain('Through 3 of 6 Rank # 1')
    expect(cardOf(page, 'my-six')).toContain('Tonight 92.5')
    const leagues = cardOf(page, 'my-leagues')
    expect(leagues).toContain('Shares the lead with 1 other')
    expect(leagues).toContain('Anna’s lamps (you) 3 of 6 through')
    expect(leagues).toContain('Bastu 2 of 6 through')
    const lamps = [...(page.html.split('id="my-leagues"')[1] ?? '').matchAll(/#lamp-([a-z-]+)"/g)].map(
      ([, state]) => state,
    )
    expect(lamps.filter((state) => !state?.endsWith('-digit')).join(' ')).toBe(
      'through through sung absent absent absent through through sung absent absent absent',
    )
    expect(hrefOf(page.html, '1 st Sofa Jury Shares the lead with 1 other')).toBe(
      `/game/leagues?leagueId=${leagueId}`,
    )
  })

  test('the places that are left are told, with what each own country would bring', async () => {
    const page = await live()
    expect(cardOf(page, 'chances')).toMatch(
      /^8 places left 13 countries still wait. One is yours. 135 San Marino: 1st in Sofa Jury 92.5 If it is another: 1st to 2nd in Sofa Jury What if /,
    )
    expect(cardOf(await live('', world.carla), 'chances')).toContain('San Marino')
  })

  test('from the second press on it tells the places won and lost since', async () => {
    expect((await live()).text).not.toMatch(/\d+ places? (up|down)|unchanged/)
    await publishLive(1, { NO: '50', PT: '0', SM: '50' })
    expect((await live('', world.carla)).text).toContain('Rank, since 22:45 # 2 1 place up ')
    expect((await live('', world.bjorn)).text).toContain('Rank, since 22:45 # 3 2 places down ')
    expect((await app.get('/game', { as: world.carla })).text).toContain('up 1 since 22:45')
    const bjorns = cardOf(await live('', world.bjorn), 'my-leagues')
    expect(bjorns).toMatch(/^My leagues since 22:45 /)
    expect(bjorns).toContain('2 nd Sofa Jury 50 to 1st 1 place down')
    expect(cardOf(await live(), 'my-leagues')).toContain('1 st Sofa Jury In the lead = unchanged')
    await publishLive(1, { NO: '50', PT: '50', SM: '0' })
  })

  test('the qualifiers stand as they were read out, with who of my leagues holds them', async () => {
    await publishLive(1, { NO: '50', PT: '50', SM: '50' })
    expect(cardOf(await live(), 'qualifiers')).toBe(
      'Qualifiers In the order read out 1 Norway You, Bastu 2 Portugal You, Bastu 3 San Marino You',
    )
    await publishLive(1, { NO: '50', PT: '0', SM: '50' })
    await publishLive(1, { NO: '50', PT: '50', SM: '50' })
    expect(cardOf(await live('', world.bjorn), 'qualifiers')).toBe(
      'Qualifiers In the order read out 1 Norway You, Anna’s lamps 2 San Marino Anna’s lamps 3 Portugal You, Anna’s lamps',
    )
    expect(cardOf(await live('', world.carla), 'qualifiers')).toBe(
      'Qualifiers In the order read out 1 Norway 2 San Marino You 3 Portugal',
    )
    await publishLive(1, { NO: '50', PT: '50', SM: '0' })
  })

  test('without a team it shows the evening, and what is still possible', async () => {
    const page = await live('', world.dora)
    expect(page.status).toBe(200)
    expect(page.text).toContain('Live, not official · 22:45')
    expect(cardOf(page, 'qualifiers')).toBe('Qualifiers In the order read out 1 Norway 2 Portugal')
    expect(cardOf(page, 'no-team')).toBe(
      'You have no team You missed the first semi-final, so you have no points from there. A team that you save now is locked at once. Create Your Team Who holds whom',
    )
    expect(hrefOf(page.html, 'Create Your Team')).toBe('/game/team')
    expect(hrefOf(page.html, 'Who holds whom')).toBe('/game/countries')
    expect(page.text).not.toMatch(/My six|My leagues|Team not found|You will still be able/)
    const answer = await live('.json', world.dora)
    expect(JSON.parse(answer.html)).toMatchObject({ rank: null, lines: [], leagues: [] })
  })

  test('a press too early can be taken back: the evening is as before it', async () => {
    await publishLive(1, { NO: '0', PT: '0', SM: '0' })
    for (let song = 1; song <= 8; song += 1) await pressDesk(1, 'Next song')
    const page = await live()
    expect(page.text).toContain('Song 8 of 15 Rank -')
    expect(page.text).not.toContain('Live, not official')
    expect(sixOf(page)[0]).toBe('Norway On stage now 100 %')
    expect(cardOf(page, 'my-leagues')).not.toMatch(/In the lead|Shares/)
    expect((await app.get('/game', { as: anna })).text).toContain('On stage: Norway, song 8 of 15 Your 1st')
    for (let song = 1; song <= 8; song += 1) await pressDesk(1, 'Back')
    await publishLive(1, { NO: '50', PT: '50' })
    const again = await live()
    expect(again.text).toContain('Live, not official')
    expect(again.text).not.toMatch(/\d+ places? (up|down)|unchanged/)
    await publishLive(1, { NO: '50', PT: '0', SM: '50' })
    await publishLive(1, { NO: '50', PT: '50', SM: '0' })
  })

  test('who holds whom has points of who is through alone: the others may still be read out', async () => {
    const { html } = await app.get('/game/countries?sort=points', { as: anna })
    const rows = html.split('</tr>').map(textOf)
    expect(rows.find((row) => row.startsWith('Norway'))).toMatch(/ 50$/)
    for (const name of ['San Marino', 'Austria', 'Germany'])
      expect(rows.find((row) => row.startsWith(name))).toMatch(/ -$/)
    const bastu = await app.db
      .selectFrom('teams')
      .select('id')
      .where('team_name', '=', 'Bastu')
      .executeTakeFirstOrThrow()
    const compared = await app.get(`/game/compare?team=${bastu.id}`, { as: anna })
    expect(compared.text).toContain('Position 1 50 Norway')
    expect(compared.text).toMatch(/Position \d - San Marino/)
  })

  test('a team behind reads how far, and nobody reads a league or a name that is not theirs', async () => {
    const page = await live('', world.carla)
    expect(cardOf(page, 'my-leagues')).toMatch(
      /^My leagues since 22:45 3 rd All 3 teams [\d.]+ to 1st 1 place down$/,
    )
    for (const as of [anna, world.bjorn, world.carla]) {
      const { html } = await live('', as)
      for (const secret of secrets) expect(html).not.toContain(secret)
    }
    expect(page.html).not.toMatch(/Sofa Jury|Bastu/)
    expect((await live()).html).not.toContain('Carla alone')
    const elsewhere = await live('.data', world.carla)
    expect(elsewhere.html).not.toMatch(/Sofa Jury|Bastu/)
  })

  test('the round that comes next stays unknown: a team that joins now is not counted', async () => {
    const dora = await loginWithTeam(app, 'dora', {
      codes: ['DE', 'GR', 'AT', 'NO', 'SM', 'PT'],
      teamName: 'Late lamps',
      intent: 'join-late:1',
    })
    await insertMembership(app.db, { leagueId, teamId: dora.teamId, now: 1 })
    expect((await live('', dora.as)).text).toContain('your team joined after this show had begun')
    expect(cardOf(await live(), 'my-leagues')).toContain('Late lamps 0 points')
  })
})

describe('asking again', () => {
  test('happens by a link, and by itself only where it was chosen', async () => {
    const page = await live()
    expect(hrefOf(page.html, 'Refresh')).toBe('/game/live')
    expect(hrefOf(page.html, 'Update by itself')).toBe('/game/live?every=30')
    expect(page.headers.get('Refresh')).toBeNull()
    expect(page.html).not.toMatch(/http-equiv="refresh"/i)
  })

  test('says so and can be stopped where it was chosen; no other interval is taken', async () => {
    const page = await live('?every=30')
    expect(page.headers.get('Refresh')).toBe('30')
    expect(page.text).toContain('every 30 s')
    expect(hrefOf(page.html, 'Refresh')).toBe('/game/live?every=30')
    expect(hrefOf(page.html, 'Stop updating')).toBe('/game/live')
    for (const every of ['1', '0', '030', '30;url=//evil.example', ''])
      expect((await live(`?every=${encodeURIComponent(every)}`)).status, every).toBe(400)
    const refused = await live('?every=5')
    expect(refused.text).toContain('This address or request could not be understood.')
    expect(refused.text).toContain('every 30 seconds, or not at all')
    expect(hrefOf(refused.html, 'To the live page')).toBe('/game/live')
    expect(refused.headers.get('Refresh')).toBeNull()
    const asked = await live('?every=30&dialog=cookies')
    expect([asked.status, asked.headers.get('Refresh')], 'a form in hand is not loaded away').toEqual([
      200,
      null,
    ])
    const stranger = await app.get('/game/live?every=30')
    expect([stranger.status, stranger.headers.get('Refresh')]).toEqual([401, null])
  })
})

describe('the answer for the page’s script', () => {
  const ask = (as?: Browser) => app.get('/game/live.json', as ? { as } : {})

  test('is what the page shows, with an ETag that each press changes and that is each visitor’s own', async () => {
    const first = await ask(anna)
    const etag = first.headers.get('ETag')
    expect([first.status, first.headers.get('Cache-Control')]).toEqual([200, 'private, no-cache'])
    expect(JSON.parse(first.html)).toMatchObject({ rank: 1, lines: { length: 6 }, leagues: { length: 1 } })
    expect((await ask(anna)).headers.get('ETag')).toBe(etag)
    const bjorns = await ask(world.bjorn)
    expect(bjorns.headers.get('ETag')).not.toBe(etag)
    for (const each of [first, bjorns])
      expect(each.html).not.toMatch(new RegExp(['Carla alone', ...secrets].join('|')))
    await publishLive(1, { NO: '50', PT: '50', SM: '50' })
    const next = await ask(anna)
    expect(next.headers.get('ETag')).not.toBe(etag)
    expect(JSON.parse(next.html).points.tonightHundredths).toBe(13500)
    await publishLive(1, { NO: '50', PT: '50', SM: '0' })
  })

  test('tells no more than that it has ended to those without a session', async () => {
    const stranger = await ask()
    expect([stranger.status, stranger.html]).toEqual([401, '{"ended":"session"}'])
  })
})

describe('after a show', () => {
  test('it leads to the official results, and stops asking again', async () => {
    await scoreRound(app, world, 1)
    const answer = await live('?every=30')
    expect([answer.status, answer.location]).toEqual([303, '/game/results?round=1'])
    expect((await app.get('/game/live.json', { as: anna })).html).toBe('{"ended":"show"}')
    expect(answer.headers.get('Refresh')).toBeNull()
    const page = await app.follow(answer, { as: anna })
    expect(toastsOf(page.html)[0]).toContain('its results are official')
    expect((await app.get('/game', { as: anna })).text).not.toContain('Live now')
  })

  test('the next one has the rank as it was, and no movement before its first points', async () => {
    await app.setClock(secondOnAir)
    await settle()
    const before = await live()
    expect(before.text).toMatch(/Rank # \d/)
    expect(before.text).not.toMatch(/\d+ places? (up|down)|unchanged/)
  })

  test('it counts who is through already; what was earned before stands apart', async () => {
    await publishLive(2, { AT: '50' })
    const page = await live()
    expect(sixOf(page).find((row) => row.startsWith('Norway'))).toBe('Norway Through -')
    expect(page.text).toContain('Through 5 of 6')
    expect(cardOf(page, 'my-six')).toMatch(/Tonight [\d.]+ Before tonight [\d.]+/)
  })

  test('in the final there are points and a rank instead', async () => {
    await scoreRound(app, world, 2)
    await app.setClock(finalOnAir)
    await settle()
    await publishLive(3, { AT: '100' })
    const page = await live()
    expect(page.text).toMatch(
      /Rank, since the second semi-final # \d (?:= unchanged|\d places? (?:up|down)) Points [\d.]+/,
    )
    expect(page.text).not.toMatch(/of 6 through|read out/)
    expect(cardOf(page, 'my-six')).toMatch(/^My six Points of 23:45 /)
    expect(cardOf(page, 'board')).toMatch(/^The board All 26 1 Austria Yours 100 2 Albania 0/)
    expect(cardOf(page, 'my-leagues')).toMatch(/Anna’s lamps \(you\) [\d.]+ points/)
    // The league on one line: three teams, the own one with its lamp; said in words beside it, and so hidden.
    const [line = ''] = /<svg[^>]*aria-hidden="true"><svg[\s\S]*?<\/svg>[\s\S]*?<\/svg>/.exec(page.html) ?? []
    expect(/d="(M\d+ 13v10)+"/.exec(line)?.[0].match(/M/g)).toHaveLength(3)
    expect(line).toContain('#lamp-on-stage-digit')
  })

  test('in the final’s vote the lamps say who has the viewers’ points, who gets them next, and who has to wait', async () => {
    await publishLive(3, { AT: '1000', DE: '548', NO: '400', PT: '198' })
    const begun = await live()
    expect(cardOf(begun, 'my-six')).toContain('Viewers: 0 of 26 read out')
    await publishLive(3, { AT: '1000', DE: '548', NO: '400', PT: '250' })
    const page = await live()
    expect(cardOf(page, 'my-six')).toContain('Viewers: 23 of 26 read out')
    expect(sixOf(page)).toEqual([
      'Norway Next, juries 400 400',
      'Portugal Sung 250 × 85% 212.5',
      'Austria Juries 1000 850',
      'Germany Juries 548 383.6',
      'San Marino Sung 0',
      'Greece Sung 0',
    ])
    expect(/aria-label="(Your lights: [^"]*)/.exec(page.html)?.[1]).toBe(
      'Your lights: Norway next, juries 400, Portugal sung, Austria juries 1000, Germany juries 548, San Marino sung, Greece sung',
    )
    await replaceLeagueScreen(app.db, { leagueId, secret: 'vote-on-the-screen-001', now: 1 })
    const screen = await app.get('/screen/vote-on-the-screen-001')
    expect(screen.text).toMatch(
      /Next: Norway held by 3 of these 3 Moves since 23:45 next all in more to come out/,
    )
    await publishLive(3, { AT: '1000', DE: '549', NO: '400', PT: '250' })
    expect(cardOf(await live(), 'my-six')).toMatch(
      /Viewers: 25 of 26 read out .* Austria Next, juries 1000 850/,
    )
  })

  test('once the final is official it leads to its results', async () => {
    await scoreRound(app, world, 3)
    await app.setClock(afterEnd)
    expect((await live()).location).toBe('/game/results?round=3')
  })

  test('then who won is said by its points, not by when it sang, and who was not in it has no 0', async () => {
    const page = await app.get('/game', { as: anna })
    expect(cardOf(page, 'your-lineup')).toContain('Austria Won · 436')
    expect(page.text).not.toMatch(/Sung \d/)
    const { html } = await app.get('/game/countries', { as: anna })
    const rows = html.split('</tr>').map(textOf)
    expect(rows.find((row) => row.startsWith('Czechia'))).toMatch(/ not in the final$/)
    expect(rows.find((row) => row.startsWith('Austria'))).toMatch(/ 436$/)
    const semi = textOf((await app.get('/game/countries?round=1', { as: anna })).html)
    expect(semi).toContain('did not sing')
    expect((await app.get('/game/results?round=1', { as: anna })).text).toContain('Did not sing')
    expect((await app.get('/game/results?round=1', { as: anna })).text).not.toContain('Did not sing tonight')
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publishLive } from '#app/services/scoreboard/publish.server.ts'
import { saveRoundScores } from '#app/services/scoreboard/scores.server.ts'
import { settleRounds } from '#app/services/scoreboard/settle-rounds.server.ts'
import { demoClock } from '#db/clock.server.ts'
import { replaceLeagueScreen } from '#db/leagues/league-screens.server.ts'
import { insertLeague } from '#db/leagues/leagues.server.ts'
import { insertMembership } from '#db/leagues/memberships.server.ts'
import { insertArticle } from '#db/news/articles.server.ts'
import { type App, openApp, type PageResponse } from '#tests/support/app.ts'
import { Browser } from '#tests/support/browser.ts'
import { listRoutes } from '#tests/support/build-routes.ts'
import { afterFinal, before, loginWithTeam, scoreRound } from '#tests/support/game-steps.ts'
import { openTestScoreboards } from '#tests/support/scoreboards.ts'
import { openWorld } from '#tests/support/world.ts'

/**
 * No spoilers (D38), on every route of the build: whoever hides results gets the same answer whatever the results are. Anna
 * hides them, Björn does not; both share a league. A stranger hides them by cookie.
 */

/**
 * The addresses of each route that show results to those who do not hide them ('told') or are walked to be sure that they do
 * not ('quiet'); 'BJORN', 'CARLA', 'LEAGUE' and 'ARTICLE' are ids, 'SECRET' is of a screen.
 */
const walked: Record<string, { told?: string[]; quiet?: string[] }> = {
  _index: { quiet: ['/'] },
  'news._index': { quiet: ['/news'] },
  'news.$article': { quiet: ['/news/ARTICLE-hello'] },
  songs: { told: ['/songs', '/songs?show=3', '/songs.data'] },
  'terms-of-service': { quiet: ['/terms-of-service'] },
  'privacy-policy': { quiet: ['/privacy-policy'] },
  $: { quiet: ['/nowhere'] },
  'robots[.]txt': { quiet: ['/robots.txt'] },
  'sitemap[.]xml': { quiet: ['/sitemap.xml'] },
  'feed[.]xml': { quiet: ['/feed.xml'] },
  'deadlines[.]ics': { quiet: ['/deadlines.ics'] },
  healthz: { quiet: ['/healthz'] },
  consent: { quiet: ['/consent'] },
  'hide-results': { quiet: ['/hide-results'] },
  'auth.sign-in': { quiet: ['/auth/sign-in?redirectTo=/game'] },
  'auth.sign-out': { quiet: ['/auth/sign-out'] },
  'auth.session': { quiet: ['/auth/session'] },
  'auth.backchannel-logout': { quiet: ['/auth/backchannel-logout'] },
  'demo.clock': { quiet: ['/demo/clock'] },
  'demo.rehearsal': { quiet: ['/demo/rehearsal'] },
  'game._index': { told: ['/game', '/game?page=1', '/game?dialog=rules', '/game.data'] },
  'game.team': { told: ['/game/team', '/game/team.data'] },
  'game.lineup': { told: ['/game/lineup', '/game/lineup?round=3'] },
  'game.time-zone': { told: ['/game/time-zone'] },
  'game.history': { told: ['/game/history'] },
  'game.account._index': { told: ['/game/account'] },
  'game.account.data': { told: ['/game/account/data'] },
  'game.account.delete': { quiet: ['/game/account/delete'] },
  'game.notifications': { told: ['/game/notifications'] },
  'notifications.confirm': { quiet: ['/notifications/confirm?done=1'] },
  'notifications.unsubscribe': { quiet: ['/notifications/unsubscribe?done=season'] },
  'game.results': {
    told: [
      '/game/results',
      '/game/results?round=3',
      '/game/results?teamId=BJORN',
      '/game/results.data?teamId=BJORN&round=2',
    ],
    quiet: ['/game/results?round=9'],
  },
  'game.countries': {
    told: ['/game/countries', '/game/countries?round=3&sort=points', '/game/countries?round=3&sort=first'],
  },
  'game.compare': { told: ['/game/compare?team=CARLA', '/game/compare?team=CARLA&round=3'] },
  'game.live': { told: ['/game/live', '/game/live?every=30'] },
  'game.live[.]json': { told: ['/game/live.json'] },
  'game.screen': { told: ['/game/screen?leagueId=LEAGUE'] },
  'screen.$secret': { told: ['/screen/SECRET'] },
  'game.what-if': { told: ['/game/what-if', '/game/what-if?country=AT&points=300'] },
  'game.leagues': { told: ['/game/leagues', '/game/leagues?leagueId=LEAGUE', '/game/leagues.data'] },
  'join.$': { quiet: ['/join/LEAGUE-sofa'] },
  'images.$name': { quiet: ['/images/nothing.webp'] },
}

/** Routes that the choice does not cover, and why. */
const notCovered: Record<string, string> = {
  'auth.callback': 'a redirect of the provider',
  'demo.mail': 'the mails of everybody, in the demo: those of a hiding manager tell nothing (sender.test.ts)',
  admin: 'whoever types results knows them',
  api: '/api is not covered, and the choice says so',
}

const firstSemiOnAir = '2025-05-13T20:45:00Z'
/** No whole hours before the deadline: between two requests the hours that are left would change. */
const finalOpen = '2025-05-16T12:30:00Z'

/** Points that are nowhere else, so that a search for them finds results only. */
const figures = { P: [7919, 6301], Q: [8423, 5807] } as const
type Variant = keyof typeof figures

let app: App
let world: Awaited<ReturnType<typeof openWorld>>
let hiding: Record<string, Browser>
let showing: Record<string, Browser>
const ids = { BJORN: 0, CARLA: 0, LEAGUE: 0, ARTICLE: 0, SECRET: 'secret-of-the-screen-1' }

beforeAll(async () => {
  app = await openApp({ now: before })
  world = await openWorld(app)
  const six = ['NO', 'PT', 'AT', 'DE', 'SM', 'GR']
  const anna = await loginWithTeam(app, 'anna', { codes: six, teamName: 'Anna’s lamps' })
  const bjorn = await loginWithTeam(app, 'bjorn', {
    codes: ['PT', 'NO', 'SE', 'LV', 'LT', 'ME'],
    teamName: 'Bastu',
  })
  const carla = await loginWithTeam(app, 'carla', {
    codes: ['SM', 'AT', 'GR', 'DE', 'LV', 'ME'],
    teamName: 'Carla’s',
  })
  const league = {
    gameId: world.contest.id,
    ownerId: 1,
    leagueName: 'Sofa Jury',
    inviteSecret: 'sofa',
    now: 1,
  }
  Object.assign(ids, { BJORN: bjorn.teamId, CARLA: carla.teamId, LEAGUE: await insertLeague(app.db, league) })
  for (const { teamId } of [anna, bjorn, carla])
    await insertMembership(app.db, { leagueId: ids.LEAGUE, teamId, now: 1 })
  await replaceLeagueScreen(app.db, { leagueId: ids.LEAGUE, secret: ids.SECRET, now: 1 })
  ids.ARTICLE = await insertArticle(
    app.db,
    {
      title: 'Hello',
      slug: 'hello',
      summary: 'About it',
      contentHtml: '<p>Text</p>',
      publishDate: '2025-05-01',
      imageUrl: null,
      imageCredit: null,
      countryCode: null,
      category: 'OTHER',
      sanitiserVersion: 1,
    },
    Date.now(),
  )
  hiding = { anna: anna.as, dora: world.dora, stranger: new Browser() }
  showing = { bjorn: bjorn.as, eva: await app.login('eva'), stranger: new Browser() }
  for (const as of Object.values(hiding)) expect((await hide(as)).status).toBe(303)
  // The message about a saved team is shown once.
  for (const as of [anna.as, bjorn.as]) await app.get('/', { as })
})
afterAll(() => app.close())

const hide = (as: Browser, fields: Record<string, string> = {}) =>
  app.post('/hide-results', { intent: 'hide', ...fields }, { as })

/** The points of a round: in a semi-final every second country is through, in the final two have points. */
function pointsOf(roundNumber: number, variant: Variant): Record<string, number> {
  const isEven = variant === 'P' ? 0 : 1
  const [first, second] = figures[variant]
  if (roundNumber === 3) return variant === 'P' ? { AT: first, NO: second } : { DE: first, PT: second }
  const singers = world.contest.entries.filter((entry) => entry.semiFinal === roundNumber)
  return Object.fromEntries(singers.map(({ code }, index) => [code, index % 2 === isEven ? 50 : 0]))
}

const publish = (roundNumber: number, variant: Variant) =>
  scoreRound(app, world, roundNumber, pointsOf(roundNumber, variant))

async function publishAsLive(roundNumber: number, variant: Variant) {
  const points = pointsOf(roundNumber, variant)
  const scores = world.contest.entries.map(({ id, code }) => ({ entryId: id, points: points[code] ?? 0 }))
  const round = { gameId: world.contest.id, roundNumber, clock: demoClock, expectedVersion: null }
  await saveRoundScores(app.db, { ...round, scores })
  const published = await publishLive(app.db, openTestScoreboards(app.db, demoClock), {
    ...round,
    managerId: null,
  })
  expect(published).toMatchObject({ ok: true, isNew: true })
}

/** Stores the automatic line-ups of closed rounds, by the results of this moment. */
async function settle() {
  await app.db.updateTable('rounds').set({ settled_at: null }).execute()
  await settleRounds(app.db, { gameId: world.contest.id, clock: demoClock })
}

const addresses = Object.values(walked).flatMap(({ told = [], quiet = [] }) => [...told, ...quiet])

/** Every address for each visitor, without what differs between two requests: random ids and instants. */
async function walk(visitors: Record<string, Browser>, now: string): Promise<Map<string, string>> {
  const answers = new Map<string, string>()
  for (const [name, as] of Object.entries(visitors))
    for (const address of addresses) {
      await app.setClock(now)
      const path = address.replace(/BJORN|CARLA|LEAGUE|ARTICLE|SECRET/, (id) =>
        String(Object.entries(ids).find(([key]) => key === id)?.[1]),
      )
      answers.set(`${name} ${address}`, withoutChance(await app.get(path, { as })))
    }
  return answers
}

function withoutChance({ status, headers, html }: PageResponse): string {
  // A delay has a digit more on a busy machine.
  const chance = html.includes('"eventLoopDelayMs"') ? ['date', 'content-length'] : ['date']
  const head = [...headers]
    .filter(([name]) => !chance.includes(name))
    .map(([name, value]) => `${name}: ${value}`)
  return (
    [status, ...head, html]
      .join('\n')
      // It counts presses and publications, whatever they say.
      .replace(/"live-\d[\d-]*/g, 'VERSIONS')
      .replace(/"eventLoopDelayMs":\d+/, 'DELAY')
      .replace(/[\w-]{21,}|"[\da-f-]{36}"/g, 'ID')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z|\d{8}T\d{6}Z|\b1\d{12}\b|\b\d{9}\b/g, 'INSTANT')
  )
}

/** The visits with different answers, each with the place where they part. */
function differing(one: Map<string, string>, other: Map<string, string>): string[] {
  return [...one].flatMap(([key, answer]) => {
    const second = other.get(key) ?? ''
    if (second === answer) return []
    const at = [...answer].findIndex((character, index) => second[index] !== character)
    const around = (text: string) => text.slice(Math.max(0, at - 60), at + 60)
    return [`${key} … ${around(answer)} … ${around(second)}`]
  })
}

test('every route of the build is walked, or is not covered for a reason', async () => {
  const { all } = await listRoutes()
  const isNamed = (route: string) =>
    route in walked || Object.keys(notCovered).some((each) => route === each || route.startsWith(`${each}.`))
  expect(
    all.filter((route) => !isNamed(route)),
    'say whether it shows results',
  ).toEqual([])
  expect(
    Object.keys(walked).filter((route) => !all.includes(route)),
    'gone',
  ).toEqual([])
})

describe('whoever hides results gets the same answers, whatever the results are', () => {
  const told = new Set<string>()

  /** Whoever shows results sees the two states differ; whoever hides them does not. */
  async function expectHidden(change: () => Promise<unknown>, now: string, visitors = hiding) {
    const before = { hiding: await walk(visitors, now), showing: await walk(showing, now) }
    await change()
    const after = { hiding: await walk(visitors, now), showing: await walk(showing, now) }
    expect(differing(before.hiding, after.hiding), 'told to who hides it').toEqual([])
    for (const key of differing(before.showing, after.showing)) told.add(key.split(' ')[1] ?? '')
    const numbers = Object.values(figures).flat()
    const texts = numbers.flatMap((number) => [String(number), number.toLocaleString('en')])
    for (const [key, answer] of after.hiding)
      for (const text of texts) expect(answer.includes(text), `${text} at ${key}`).toBe(false)
  }

  test('of a semi-final that is live', async () => {
    await app.setClock(firstSemiOnAir)
    await settle()
    await publishAsLive(1, 'P')
    await expectHidden(() => publishAsLive(1, 'Q'), firstSemiOnAir)
  }, 120_000)

  test('of the semi-finals, while the final is open', async () => {
    await app.setClock(finalOpen)
    await settle()
    for (const round of [1, 2]) await publish(round, 'P')
    const change = async () => {
      for (const round of [1, 2]) await publish(round, 'Q')
    }
    await expectHidden(change, finalOpen)
  }, 120_000)

  test('of the final, live and official, also for who has revealed the semi-finals', async () => {
    const carla = await app.login('carla')
    await hide(carla)
    for (const round of ['1', '2'])
      await app.post('/hide-results', { intent: 'reveal', year: '2025', round }, { as: carla })
    const all = { ...hiding, carla }
    await app.setClock(afterFinal)
    await settle()
    await publishAsLive(3, 'P')
    expect((await app.get('/game', { as: carla })).text).toContain('Results of the grand final are hidden')
    await expectHidden(() => publishAsLive(3, 'Q'), afterFinal, all)
    await publish(3, 'P')
    await expectHidden(() => publish(3, 'Q'), afterFinal, all)
  }, 120_000)

  test('of all rounds, after line-ups were settled by them', async () => {
    const change = async () => {
      for (const round of [1, 2]) await publish(round, 'P')
      await settle()
    }
    await expectHidden(change, afterFinal)
  }, 120_000)

  test('but not from the API, which is not covered', async () => {
    const lists = ['/api/teams', `/api/leagues/${ids.LEAGUE}/members`].map(
      (path) => `${path}?offset=0&limit=10`,
    )
    for (const path of [...lists, `/api/teams/${ids.BJORN}/points/round/3`]) {
      const [toHiding, toShowing] = [
        await app.get(path, { as: hiding.anna }),
        await app.get(path, { as: showing.bjorn }),
      ]
      expect([path, toHiding.status]).toEqual([path, 200])
      expect(toHiding.html).toBe(toShowing.html)
      expect(toHiding.html).toMatch(/[sS]core":[1-9]/)
    }
  })

  test('and whoever shows them does see what differs', () => {
    const expected = Object.values(walked).flatMap((route) => route.told ?? [])
    expect(
      expected.filter((address) => !told.has(address)),
      'tells no results',
    ).toEqual([])
    expect(
      [...told].filter((address) => !expected.includes(address)),
      'tells results',
    ).toEqual([])
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bumpVersion } from '#db/versions.server.ts'
import { type App, openApp, type PageResponse } from '#tests/support/app.ts'
import {
  afterEnd,
  afterFinal,
  before,
  beforeFinal,
  between,
  loginWithTeam,
} from '#tests/support/game-steps.ts'
import { attributesOf, hrefOf, tagsOf, textOf } from '#tests/support/html.ts'
import { openWorld } from '#tests/support/world.ts'

/** The dashboard: the action cards by phase, the next event, and the global ranking. */
let app: App
let world: Awaited<ReturnType<typeof openWorld>>

beforeAll(async () => {
  app = await openApp()
  world = await openWorld(app)
  await loginWithTeam(app, 'anna', { teamName: 'Anna’s lamps', managerName: 'Anna A.' })
})
beforeEach(() => app.setClock(before))
afterAll(() => app.close())

const phases = { before, between, beforeFinal, afterFinal, afterEnd }
type Phase = keyof typeof phases

/** The action cards: title → link target, or the reason why it is disabled. */
function actions(page: PageResponse): Record<string, string | undefined> {
  const [, board = ''] = /<nav[^>]*aria-label="Game actions"[^>]*>([\s\S]*?)<\/nav>/.exec(page.html) ?? []
  const tiles = board.matchAll(/<(a|div)(\s[^>]*)>([\s\S]*?)<\/\1>/g)
  return Object.fromEntries(
    [...tiles].map(([, , opening = '', inside = '']) => {
      const [title = '', reason = ''] = inside
        .split('<small')
        .map((part, i) => textOf(i ? `<small${part}` : part))
      return [title, attributesOf(opening).get('href') ?? reason]
    }),
  )
}

describe('the four actions', () => {
  const locked = 'Locked since the first show'
  const open = { results: '/game/results', leagues: '/game/leagues', lineup: '/game/lineup' }

  test.each<[Phase, string[]]>([
    ['before', ['/game/team', open.lineup, 'After the first show', open.leagues]],
    ['between', [locked, open.lineup, open.results, open.leagues]],
    ['beforeFinal', [locked, open.lineup, open.results, open.leagues]],
    ['afterFinal', [locked, 'All rounds are closed', open.results, open.leagues]],
    ['afterEnd', ['The game has concluded', 'All rounds are closed', open.results, open.leagues]],
  ])('with a team, %s', async (phase, expected) => {
    await app.setClock(phases[phase])
    const page = await app.get('/game', { as: world.anna })
    expect(page.status).toBe(200)
    expect(Object.keys(actions(page))).toEqual([
      'Manage Team',
      'Manage Lineup',
      'View Results',
      'View Leagues',
    ])
    expect(Object.values(actions(page))).toEqual(expected)
    for (const way of Object.values(actions(page))) {
      if (way?.startsWith('/'))
        expect((await app.get(way, { as: world.anna })).status, `${way} opens`).toBe(200)
    }
  })

  test.each<[Phase, boolean]>([
    ['before', true],
    ['between', true],
    ['beforeFinal', true],
    ['afterFinal', false],
    ['afterEnd', false],
  ])('without a team, %s: one can be created: %s', async (phase, isOpen) => {
    const reason = isOpen ? 'Create your team first' : 'Needs a team'
    await app.setClock(phases[phase])
    const page = await app.get('/game', { as: world.dora })
    expect(actions(page)).toEqual({
      'Create Your Team': isOpen ? '/game/team' : 'The game has concluded',
      'Manage Lineup': reason,
      'View Results': reason,
      'View Leagues': reason,
    })
    const notice = 'The game has concluded. You can still explore the countries of this season.'
    expect(page.text.includes(notice)).toBe(!isOpen)
    if (!isOpen) expect(hrefOf(page.html, 'Explore the countries')).toBe('/game/team')
    expect((await app.get('/game/team', { as: world.dora })).status).toBe(200)
  })
})

describe('the next event', () => {
  const way = { 'Manage Lineup': '/game/lineup', 'View Results': '/game/results' }

  test.each<[string, string, number, keyof typeof way]>([
    [
      '2025-05-10T11:59:00Z',
      'Next Event First semi-final Round 1 of 3 33% Closes May 13, 21:00 CEST · in 3 days',
      33,
      'Manage Lineup',
    ],
    [
      '2025-05-14T11:59:00Z',
      'Next Event Second semi-final Round 2 of 3 67% Closes May 15, 21:00 CEST · in 31 hours',
      67,
      'Manage Lineup',
    ],
    [
      '2025-05-17T18:50:30Z',
      'Next Event Grand final Round 3 of 3 100% 9 min Closes May 17, 21:00 CEST',
      100,
      'Manage Lineup',
    ],
    [
      '2025-05-17T19:00:00Z',
      'Final Round Grand final Round 3 of 3 100% On the air Season result Not computed yet',
      100,
      'View Results',
    ],
  ])('at %s', async (instant, words, percent, button) => {
    await app.setClock(instant)
    const page = await app.get('/game', { as: world.anna })
    expect(page.text).toContain(words)
    const [progress] = tagsOf(page.html, 'progress')
    expect([progress?.get('value'), progress?.get('max')]).toEqual([String(percent), '100'])
    expect(hrefOf(page.html, button)).toBe(way[button])
  })
})

describe('while a show is on the air', () => {
  /** What stands on the page in this order, of some texts. */
  const orderOf = ({ text }: PageResponse, ...parts: string[]) =>
    parts.toSorted((a, b) => text.indexOf(a) - text.indexOf(b))

  /** The links in the accent colour below the header of the site. */
  const mainActions = ({ html }: PageResponse) =>
    tagsOf(html.slice(html.indexOf('<main')), 'a')
      .filter((link) => link.get('class')?.includes(' bg-spot '))
      .map((link) => link.get('href'))

  test.each([
    ['2025-05-13T20:00:00Z', ['Live now', 'Next Event', 'Manage Lineup', 'View Results']],
    ['2025-05-17T20:00:00Z', ['Live now', 'Final Round', 'Season result', 'View Results']],
  ])('at %s it comes first, its button is the only main one, and all else waits below', async (at, parts) => {
    await app.setClock(at)
    for (const as of [world.anna, world.dora]) {
      const page = await app.get('/game', { as })
      expect(mainActions(page)).toEqual(['/game/live'])
      expect(orderOf(page, ...parts.toReversed())).toEqual(parts)
    }
    await app.setClock(before)
    expect(mainActions(await app.get('/game', { as: world.anna }))).toEqual(['/game/lineup'])
  })

  test('the semi-final stands above the Next Event, until its results are in', async () => {
    await app.setClock('2025-05-13T20:00:00Z')
    const show = await app.get('/game', { as: world.anna })
    expect(show.text).toContain('Live now First semi-final')
    await app.setClock('2025-05-13T23:30:00Z')
    const after = await app.get('/game', { as: world.anna })
    expect(after.text).toContain("The first semi-final's results are not out yet. Next Event")
    expect(after.text).not.toContain('on the air')
  })

  test('during the final nobody who plays reads that the game is over', async () => {
    await app.setClock('2025-05-17T20:00:00Z')
    const show = await app.get('/game', { as: world.anna })
    expect(actions(show)['Manage Lineup']).toBe('The grand final is on the air')
    expect(show.text).toContain('On the air')
    expect(show.text).not.toMatch(/concluded|All rounds are/)
  })

  test('a newcomer reads what is lost by joining now', async () => {
    await app.setClock(beforeFinal)
    const page = await app.get('/game', { as: world.dora })
    expect(page.text).toContain(
      'You missed the first semi-final and the second semi-final, so you have no points from there. Saving locks your six.',
    )
    await app.setClock(before)
    expect((await app.get('/game', { as: world.dora })).text).not.toContain('You missed')
  })
})

test('my leagues: three of them with their teams, the first invite, and all', async () => {
  const { as } = await loginWithTeam(app, 'lea')
  const none = await app.get('/game', { as })
  expect(none.text).toContain('My leagues Create a league Play against friends.')
  expect(hrefOf(none.html, 'Create a league')).toBe('/game/leagues?dialog=create')
  const names = ['Sofa', 'Office', 'Choir', 'Street']
  for (const leagueName of names) await app.post('/game/leagues', { intent: 'create', leagueName }, { as })
  const page = await app.get('/game', { as })
  expect(page.text).toContain(
    'My leagues Invite friends - Sofa 1 team - Office 1 team - Choir 1 team All 4 leagues Game Rules',
  )
  const share = await app.get(hrefOf(page.html, 'Invite friends') ?? '', { as })
  expect(share.text).toMatch(/Join “Sofa” on Douze/)
  const office = await app.get(hrefOf(page.html, '- Office 1 team') ?? '', { as })
  expect(tagsOf(office.html, 'h2').map((each) => each.get('id'))).toContain('league-name')
  expect(office.text).toContain('Office 1 member')
  expect(hrefOf(page.html, 'All 4 leagues')).toBe('/game/leagues')
})

describe('the Game Rules', () => {
  test('are a linked state of the page with five sections, and the rest is out of reach', async () => {
    const page = await app.get('/game', { as: world.dora })
    expect(page.html).not.toContain('<dialog')
    expect(hrefOf(page.html, 'Game Rules')).toMatch(/^(\/game)?\?dialog=rules$/)
    const open = await app.get('/game?dialog=rules', { as: world.dora })
    const [dialog = ''] = /<dialog[\s\S]*<\/dialog>/.exec(open.html) ?? []
    expect([...dialog.matchAll(/<h3>(.*?)<\/h3>/g)].map(([, title = '']) => textOf(title))).toEqual([
      'Team Selection',
      'Scoring System',
      'Lineup Management',
      'Leagues',
      'Results & Ranking',
    ])
    expect(textOf(dialog)).toContain('100, 85, 85, 70, 70 and 70 percent')
    expect(['header', 'main', 'footer'].map((part) => tagsOf(open.html, part)[0]?.has('inert'))).toEqual([
      true,
      true,
      true,
    ])
    expect(hrefOf(dialog, 'Close')).toBe('/game?closed=rules')
  })
})

describe('the banner', () => {
  const thanks = 'The 2025 game has concluded. Thank you for playing!'
  test('stands from the concluding instant on, with a text for the signed in and one for strangers', async () => {
    await app.setClock('2025-05-18T06:59:00Z')
    expect((await app.get('/game', { as: world.anna })).text).not.toContain('Thank you for playing')
    await app.setClock('2025-05-18T07:00:00Z')
    const own = await app.get('/game', { as: world.anna })
    expect(own.text).toContain(`${thanks} You will be notified when the next game begins.`)
    const stranger = await app.get('/game')
    expect(stranger.text).toContain(`${thanks} Sign up to be notified when the next game begins.`)
    expect((await app.get('/')).text).toContain('Sign up to be notified')
  })
})

test('without an active game there is a card that leads home, on every game page', async () => {
  await app.db.updateTable('games').set({ is_active: 0 }).execute()
  await bumpVersion(app.db, 'game')
  try {
    for (const path of ['/game', '/game/team', '/game/lineup', '/game/results', '/game/leagues']) {
      const page = await app.get(path, { as: world.anna })
      expect(page.status).toBe(404)
      expect(page.text).toContain(
        'No active game There currently is no active game going on. Please come back later.',
      )
      expect(hrefOf(page.html, 'Home')).toBe('/')
    }
  } finally {
    await app.db.updateTable('games').set({ is_active: 1 }).execute()
    await bumpVersion(app.db, 'game')
  }
})

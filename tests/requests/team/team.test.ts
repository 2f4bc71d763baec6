import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type App, openApp, type PageResponse } from '#tests/support/app.ts'
import type { Browser } from '#tests/support/browser.ts'
import { affordableCodes, before, lineupsOf, loginWithTeam, teamOf } from '#tests/support/game-steps.ts'
import {
  buttonNamed,
  buttonNames,
  fieldNamed,
  findSubmission,
  tagsOf,
  textOf,
  textOfId,
  toastsOf,
} from '#tests/support/html.ts'
import { openWorld } from '#tests/support/world.ts'

/** The team page as a manager without script uses it: press, be led on, press again (D16). */
let app: App

beforeAll(async () => {
  app = await openApp()
  await openWorld(app)
})
beforeEach(() => app.setClock(before))
afterAll(() => app.close())

const names = { teamName: 'Six Lamps', managerName: 'Dora D.' }

/** Presses a button and goes where it leads: both answers. */
async function step(page: PageResponse, button: string, as: Browser, changes: Record<string, string> = {}) {
  const answer = await app.press(page, button, changes, { as })
  return { answer, page: await app.follow(answer, { as }) }
}

/** The countries of the list that can be added or removed there. */
function offered(page: PageResponse): string[] {
  const list = page.html.slice(page.html.indexOf('aria-label="Available countries list"'))
  return buttonNames(list.slice(0, list.indexOf('</section>'))).flatMap(
    (name) => /^(?:Add|Remove) (.*)/.exec(name)?.[1] ?? [],
  )
}

function sent(page: PageResponse) {
  return Object.fromEntries(findSubmission(page.html, 'Save Team')?.fields ?? [])
}

async function rowsOfTeams(): Promise<string> {
  const tables = [app.db.selectFrom('teams').selectAll(), app.db.selectFrom('lineups').selectAll()]
  return JSON.stringify(await Promise.all(tables.map((table) => table.execute())))
}

describe('building a team', () => {
  test('from an empty draft: every step redirects to the complete draft and stores nothing; only Save Team does', async () => {
    const as = await app.login('builder')
    let page = await app.get('/game/team', { as })
    expect(page.text).toContain('Your six 0 / 6')
    const before = await rowsOfTeams()
    const countries = ['Austria', 'Greece', 'Germany', 'Norway', 'San Marino', 'Portugal']
    for (const [index, country] of countries.entries()) {
      const stepped = await step(page, `Add ${country}`, as, names)
      expect(stepped.answer.status).toBe(303)
      const picks = affordableCodes.slice(0, index + 1)
      const draft = {
        teamName: 'Six Lamps',
        managerName: 'Dora D.',
        picks: picks.join('.'),
        base: 'none',
        focus: `list:${picks.at(-1)}`,
      }
      expect(stepped.answer.location).toBe(`/game/team?${new URLSearchParams(draft)}`)
      page = stepped.page
      expect(page.status).toBe(200)
      expect(page.text).toContain(`Your six ${index + 1} / 6`)
      expect(buttonNames(page.html)).toContain(`Remove ${country}`)
      expect(page.text).toContain('Unsaved Changes')
    }
    expect(page.text).toContain('6 of 6 €31M left')
    expect(await rowsOfTeams()).toBe(before)

    const saved = await step(page, 'Save Team', as)
    expect([saved.answer.status, saved.answer.location]).toEqual([303, '/game/team'])
    expect(toastsOf(saved.page.html)).toEqual([
      'Team saved successfully Your team has been updated. Your six are on. Set line-up Invite friends',
    ])
    expect(saved.page.text).toContain('Your six 6 / 6')
    expect(saved.page.text).not.toContain('Unsaved Changes')
    expect(await teamOf(app, 'builder')).toMatchObject({ ...names, codes: affordableCodes })
    const order = `${affordableCodes.join('.')}*`
    expect(await lineupsOf(app, 'builder')).toEqual({ 1: order, 2: order, 3: order })
    const again = await app.get('/game/team', { as })
    expect(toastsOf(again.html), 'a toast is said once').toEqual([])
  })

  test('the URL of a draft shows the same draft again, so Back is undo and reload is safe', async () => {
    const as = await app.login('backer')
    const first = await step(await app.get('/game/team', { as }), 'Add Latvia', as, names)
    const second = await step(first.page, 'Add Italy', as)
    expect(sent(second.page)).toMatchObject({ ...names, picks: 'LV.IT' })
    const back = await app.get(first.answer.location ?? '', { as })
    expect(sent(back)).toEqual(sent(first.page))
    expect(sent(back)).toMatchObject({ ...names, picks: 'LV' })
    const other = await step(back, 'Remove Latvia', as)
    expect(other.answer.location).toBe(
      `/game/team?${new URLSearchParams({ ...names, base: 'none', focus: 'list:LV' })}`,
    )
    expect(sent(other.page)).toMatchObject({ ...names, picks: '' })
    expect(await teamOf(app, 'backer')).toBeUndefined()
  })

  test('two tabs hold two drafts, and each saves its own', async () => {
    const { as } = await loginWithTeam(app, 'tabs')
    const start = await app.get('/game/team', { as })
    const left = await step(start, 'Remove Portugal', as, { teamName: 'Left' })
    const right = await step(start, 'Remove Austria', as, { teamName: 'Right' })
    expect(sent(left.page).picks).toBe('AT.GR.DE.NO.SM')
    expect(sent(right.page).picks).toBe('GR.DE.NO.SM.PT')
    const leftFull = await step(left.page, 'Add Latvia', as)
    await step(leftFull.page, 'Save Team', as)
    expect(await teamOf(app, 'tabs')).toMatchObject({
      teamName: 'Left',
      codes: ['AT', 'GR', 'DE', 'NO', 'SM', 'LV'],
    })
    const rightFull = await step(right.page, 'Add Latvia', as)
    expect(sent(rightFull.page)).toMatchObject({ teamName: 'Right', picks: 'GR.DE.NO.SM.PT.LV' })
    await step(rightFull.page, 'Save Team', as)
    expect(await teamOf(app, 'tabs')).toMatchObject({
      teamName: 'Right',
      codes: ['GR', 'DE', 'NO', 'SM', 'PT', 'LV'],
    })
  })

  test('two concurrent saves create one team', async () => {
    const as = await app.login('twice')
    const page = await app.get(`/game/team?picks=${affordableCodes.join('.')}`, { as })
    const { team_count: counted } = await app.db
      .selectFrom('games')
      .select('team_count')
      .executeTakeFirstOrThrow()
    const saved = await Promise.all([1, 2].map(() => app.press(page, 'Save Team', names, { as })))
    expect(saved.map((answer) => answer.status)).toEqual([303, 303])
    expect(await teamOf(app, 'twice')).toMatchObject({ codes: affordableCodes })
    const { team_count } = await app.db.selectFrom('games').select('team_count').executeTakeFirstOrThrow()
    expect(team_count).toBe(counted + 1)
  })

  test("'Unsaved Changes' is shown while the draft differs from the stored team; a search is no change", async () => {
    const { as } = await loginWithTeam(app, 'badge')
    const page = await app.get('/game/team', { as })
    expect(page.text).toContain('Your six 6 / 6')
    expect(page.text).not.toContain('Unsaved Changes')
    const removed = await step(page, 'Remove Portugal', as)
    expect(removed.page.text).toContain('Unsaved Changes')
    const restored = await step(removed.page, 'Add Portugal', as)
    expect(restored.page.text).not.toContain('Unsaved Changes')
    expect((await step(page, 'Search', as, { q: 'song' })).page.text).not.toContain('Unsaved Changes')
    expect((await step(page, 'Search', as, { managerName: 'N.' })).page.text).toContain('Unsaved Changes')
  })

  test('Enter presses the first button of the form, and that one never saves', async () => {
    const as = await app.login('enter')
    const page = await app.get(`/game/team?picks=${affordableCodes.join('.')}`, { as })
    const form = page.html.slice(page.html.indexOf('id="team"'))
    const [first] = tagsOf(form, 'button')
    expect([first?.get('name'), first?.get('value'), first?.has('hidden')]).toEqual([
      'intent',
      'search',
      true,
    ])
    const answer = await app.post('/game/team', { ...sent(page), ...names, intent: 'search' }, { as })
    expect(answer.status).toBe(303)
    expect(answer.location).toContain('teamName=Six+Lamps')
    expect(await teamOf(app, 'enter')).toBeUndefined()
  })
})

describe('the list of countries', () => {
  test.each([
    ['AUSTRIA', ['Austria']],
    ['zoe me', ['Switzerland']],
    ['ASTEROMÁTA', ['Greece']],
    ['asteromata', ['Greece']],
    ['bara BADA', ['Sweden']],
    ['louane', ['France']],
    ['  espresso ', ['Estonia']],
    ['land', ['Finland', 'Netherlands', 'Switzerland', 'Poland', 'Ireland', 'Iceland']],
  ])('search %s finds by country, artist or song, whatever the case and the accents', async (q, found) => {
    const as = await app.login('searcher')
    const page = await app.get('/game/team', { as })
    expect(offered(page)).toHaveLength(37)
    const { answer, page: searched } = await step(page, 'Search', as, { q })
    expect([answer.status, answer.location]).toEqual([303, `/game/team?${new URLSearchParams({ q })}`])
    expect(offered(searched)).toEqual(found)
    const field = fieldNamed(searched.html, 'Search country, artist or song')
    expect([field?.get('value'), field?.get('placeholder')]).toEqual([q, 'Country, song'])
  })

  test('a search that finds nothing says so and keeps the draft', async () => {
    const as = await app.login('searcher')
    const drafted = await app.get('/game/team?picks=AT.GR', { as })
    const { page } = await step(drafted, 'Search', as, { q: 'Atlantis' })
    expect(page.text).toContain('No countries found matching the search')
    expect(offered(page)).toEqual([])
    expect(buttonNames(page.html)).toContain('Remove Greece')
    const { page: all } = await step(page, 'Search', as, { q: '   ' })
    expect(offered(all)).toHaveLength(37)
  })

  test('a country beyond the budget, or any seventh, has a disabled button that points to the reason above the list', async () => {
    const as = await app.login('searcher')
    const dear = await app.get('/game/team?picks=SE.AT.FR', { as })
    expect(dear.text).toContain('3 of 6 €8M left')
    const finland = buttonNamed(dear.html, 'Add Finland')
    expect([finland?.has('disabled'), finland?.get('aria-describedby')]).toEqual([true, 'budget'])
    expect(dear.text).toContain('Finland Ich komme, Erika Vikman 20M over')
    expect(buttonNamed(dear.html, 'Add Serbia')?.has('disabled'), 'exactly the rest is enough').toBe(false)
    const full = await app.get(`/game/team?picks=${affordableCodes.join('.')}`, { as })
    expect(buttonNamed(full.html, 'Add Croatia')?.has('disabled')).toBe(true)
    expect(textOfId(full.html, 'budget')).toBe('Your team is full: take one out to swap.')
  })
})

describe('what fits is said once, above the list:', () => {
  test.each([
    ['', 'Six lamps, 100M. Pick your first country.'],
    ['AT.FR', 'Up to 40M fits.'],
    ['SE.AT.FR', 'The cheapest three cost 9M: swap one out.'],
    ['SE.AT.BE.PT.HR', 'Up to 3M fits.'],
    ['SE.AT.FR.SM.PT', 'The cheapest costs 3M: swap one out.'],
    ['SE.AT.FR.BE', '20M over. Take one out.'],
  ])('%s', async (picks, sentence) => {
    const page = await app.get(`/game/team?picks=${picks}`, { as: await app.login('reader') })
    expect(textOfId(page.html, 'budget')).toBe(sentence)
  })
})

describe('the list is narrowed', () => {
  const open = async (picks = '') => {
    const as = await app.login('narrower')
    return { as, page: await app.get(`/game/team?picks=${picks}`, { as }) }
  }

  test("to a show's countries, and the choice stays while countries are added", async () => {
    const { as, page } = await open()
    const thursday = await step(page, 'Thursday', as, names)
    expect(thursday.answer.location).toBe(
      `/game/team?${new URLSearchParams({ ...names, base: 'none', show: '2', focus: 'show:2' })}`,
    )
    expect(offered(thursday.page)).toHaveLength(16)
    expect(buttonNamed(thursday.page.html, 'Thursday')?.get('aria-pressed')).toBe('true')
    const added = await step(thursday.page, 'Add Austria', as)
    expect(sent(added.page)).toMatchObject({ ...names, picks: 'AT', show: '2' })
    expect(offered(added.page)).toEqual(offered(thursday.page))
    expect(offered((await step(page, 'Final', as)).page)).toEqual([
      'France',
      'Switzerland',
      'Spain',
      'United Kingdom',
      'Italy',
      'Germany',
    ])
    expect(offered((await step(added.page, 'All 37', as)).page)).toHaveLength(37)
  })

  test('to what fits, which stays in its place while the budget shrinks', async () => {
    const { as, page } = await open('SE.AT')
    const fits = await step(page, 'Fits', as)
    expect(fits.answer.location).toContain('show=fits370')
    expect(offered(fits.page)).toHaveLength(37)
    const { page: less } = await step((await open('SE.AT.FR')).page, 'Fits', as)
    expect(offered(less)).toHaveLength(13)
    const added = await step(less, 'Add Serbia', as)
    expect(offered(added.page)).toEqual(offered(less))
    expect(buttonNamed(added.page.html, 'Add Latvia')?.has('disabled')).toBe(true)
  })

  test('together with a search', async () => {
    const { as, page } = await open()
    const { page: tuesday } = await step(page, 'Tuesday', as)
    expect(offered((await step(tuesday, 'Search', as, { q: 'land' })).page)).toEqual([
      'Netherlands',
      'Poland',
      'Iceland',
    ])
  })
})

describe("'Fill the rest for me'", () => {
  test('fills the draft within the budget and stores nothing', async () => {
    const as = await app.login('filler')
    const page = await app.get('/game/team?picks=GR', { as })
    const filled = await step(page, 'Fill the rest for me', as, names)
    expect(sent(filled.page)).toMatchObject(names)
    expect(sent(filled.page).picks).toMatch(/^GR(\.[A-Z]{2}){5}$/)
    expect(filled.page.text).toMatch(/6 of 6 €\dM left/)
    expect(buttonNamed(filled.page.html, 'Fill the rest for me')?.has('disabled')).toBe(true)
    expect(buttonNamed(filled.page.html, 'Save Team')?.has('autofocus')).toBe(true)
    expect(await teamOf(app, 'filler')).toBeUndefined()
    expect((await step(filled.page, 'Save Team', as)).answer.location).toBe('/game/team')
  })

  test('is off when not even the cheapest countries fit, and when too much was spent', async () => {
    const as = await app.login('filler2')
    for (const picks of ['SE.AT.FR', 'SE.AT.FR.BE']) {
      const page = await app.get(`/game/team?picks=${picks}`, { as })
      expect(buttonNamed(page.html, 'Fill the rest for me')?.has('disabled'), picks).toBe(true)
    }
  })
})

test('each country shows where it sings', async () => {
  const as = await app.login('looker')
  const page = await app.get('/game/team', { as })
  expect(page.text).toContain('Austria Wasted Love, JJ Thu 6th · 2024: 24th')
  expect(page.text).toContain('France Maman, Louane In the final · 2024: 4th')
  expect(page.text, 'was not in that final').toContain(
    'Belgium Strobe Lights, Red Sebastian Tue 9th Play 28 M',
  )
})

describe('the details of a country', () => {
  const open = async (picks: string, country: string) => {
    const as = await app.login('reader')
    const list = await app.get(`/game/team?picks=${picks}`, { as })
    const button = buttonNames(list.html).find((name) => name.startsWith(`Details of ${country} `)) ?? ''
    const opened = await step(list, button, as)
    expect(opened.answer.status).toBe(303)
    return { as, ...opened }
  }
  const inertParts = (page: PageResponse) =>
    ['header', 'main', 'footer'].filter((part) => tagsOf(page.html, part)[0]?.has('inert'))
  const dialog = (page: PageResponse) => /<dialog[\s\S]*<\/dialog>/.exec(page.html)?.[0] ?? ''

  test('play at once for who presses the flag of a row', async () => {
    const as = await app.login('reader')
    const list = await app.get('/game/team?picks=GR', { as })
    const { answer, page } = await step(list, 'Play Wasted Love', as)
    expect(answer.location).toBe('/game/team?picks=GR&base=none&details=AT&play=1&focus=list-details%3AAT')
    expect(textOf(dialog(page))).toContain('Wasted Love')
    expect(tagsOf(page.html, 'iframe').map((frame) => frame.get('src'))).toEqual([
      'https://www.youtube-nocookie.com/embed/-ieSTNpxvio?autoplay=1',
    ])
  })

  test('are a dialog of the page, open and alone in reach; the video comes after play only', async () => {
    const { as, answer, page } = await open('GR', 'Austria')
    expect(answer.location).toBe('/game/team?picks=GR&base=none&details=AT&focus=list-details%3AAT')
    expect(tagsOf(page.html, 'dialog').map((each) => each.has('open'))).toEqual([true])
    expect(inertParts(page)).toEqual(['header', 'main', 'footer'])
    expect(textOf(dialog(page))).toMatch(
      /^Austria Close Play video: Wasted Love JJ “Wasted Love” .*31.*About Number 6 of 16/,
    )
    expect(page.html).not.toContain('<iframe')
    const played = await step(page, 'Play video: Wasted Love', as)
    expect(played.answer.location).toBe(
      '/game/team?picks=GR&base=none&details=AT&play=1&focus=list-details%3AAT',
    )
    expect(tagsOf(played.page.html, 'iframe').map((frame) => frame.get('src'))).toEqual([
      'https://www.youtube-nocookie.com/embed/-ieSTNpxvio?autoplay=1',
    ])
    expect(tagsOf(played.page.html, 'iframe').every((frame) => frame.has('sandbox'))).toBe(true)
    const closed = await step(played.page, 'Close', as)
    expect(closed.answer.location).toBe('/game/team?picks=GR&base=none&focus=list-details%3AAT')
    expect(dialog(closed.page)).toBe('')
    expect(
      buttonNamed(closed.page.html, 'Details of Austria Wasted Love, JJ Thu 6th · 2024: 24th')?.has(
        'autofocus',
      ),
    ).toBe(true)
    expect(inertParts(closed.page)).toEqual([])
  })

  test('add a country to the team and close', async () => {
    const { as, page } = await open('GR', 'Austria')
    const added = await step(page, 'Add to Team', as)
    expect(sent(added.page).picks).toBe('GR.AT')
    expect(dialog(added.page)).toBe('')
  })

  test("'Add to Team' is hidden for a selected country, and disabled with its reason when it cannot be added", async () => {
    const selected = await open('GR.AT', 'Austria')
    expect(buttonNames(dialog(selected.page))).toEqual(['Close', 'Play video: Wasted Love', 'Close'])
    const dear = await open('AT.FR.BE', 'Sweden')
    expect(buttonNamed(dialog(dear.page), 'Add to Team')?.has('disabled')).toBe(true)
    expect(textOf(dialog(dear.page))).toContain("You don't have enough budget to add Sweden.")
    const full = await open(affordableCodes.join('.'), 'Croatia')
    expect(buttonNamed(dialog(full.page), 'Add to Team')?.has('disabled')).toBe(true)
    expect(textOf(dialog(full.page))).toContain('You can only select 6 countries for your team.')
  })
})

test('the budget is shown in millions of euros, with one euro sign', async () => {
  const page = await app.get('/game/team', { as: await app.login('counter') })
  expect(page.text).toContain('0 of 6 €100M left')
  expect(page.text.match(/€/g)).toHaveLength(1)
})

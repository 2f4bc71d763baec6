import type { Page } from 'playwright/test'
import { demoPhases } from '#app/demo/demo-phases.ts'
import { button, countryCards, expectPage } from './page-helpers.ts'

/**
 * The table of all page states: visitor, address, time, and what they did there. Add a row for a new page or state, and
 * tests/e2e/pages.test.ts checks it.
 */
export interface PageState {
  /** A stranger and player3 have not chosen about cookies, so they see the cookie bar. */
  who: 'a stranger' | 'player' | 'player2' | 'player3' | 'admin'
  path: string
  /** What the visitor did there: its description, and the steps. */
  then?: string
  act?: (page: Page) => Promise<void>
  /** The demo clock, ISO. */
  at: string
  /** Points of the first semi-final that the admin publishes live before, by country; they stay. */
  live?: Readonly<Record<string, string>>
  /** So many steps of the shows are played before, from the first one on (F8). */
  steps?: number
  /** What is missing in the database. */
  without?: 'a game' | 'its tables'
}

const [before, between, , , ended] = demoPhases.map(({ jumpAt }) => new Date(jumpAt).toISOString())

type Row = [path: string, then?: string, act?: PageState['act']]

function rows(who: PageState['who'], at: string | undefined, list: readonly (string | Row)[]): PageState[] {
  return list.map((row) => {
    const [path, then, act] = typeof row === 'string' ? [row] : row
    return { who, at: at ?? '', path, ...(then && { then }), ...(act && { act }) }
  })
}

const onAir = '2025-05-13T20:45:00Z'

/** Steps of two semi-finals, and of the final until some songs are sung, or half of the viewers' points are read out. */
const [inSongs, inVote] = [35, 51]

const livePoints = { Estonia: '50', Poland: '50' }

const article = '/news/1-'
const expectError = (page: Page) => expectPage(page.getByRole('alert').first()).toBeVisible()

function openMenu(page: Page) {
  return page.locator('header details').evaluate((menu: HTMLDetailsElement) => {
    menu.open = true
  })
}

async function hideResults(page: Page) {
  await button(page, 'Hide results').press('Enter')
  await expectPage(page.getByText('Results of the first semi-final are hidden')).toBeVisible()
}

async function createNamelessLeague(page: Page) {
  await button(page.getByRole('dialog'), 'Create League').press('Enter')
  await expectError(page)
}

async function saveNamelessTeam(page: Page) {
  await button(page.getByRole('dialog'), 'Save Team').press('Enter')
  await expectError(page)
}

async function pasteNonsense(page: Page) {
  await page.getByRole('textbox', { name: 'One country per line' }).fill('Austria 436\nFrnce 230')
  await button(page, 'Save').press('Enter')
  await expectError(page)
}

async function chooseNoZone(page: Page) {
  await page.getByRole('combobox', { name: 'Time zone' }).fill('Europe/Atlantis')
  await page.getByRole('combobox', { name: 'Time zone' }).press('Enter')
  await expectError(page)
}

async function deleteWithoutTheWord(page: Page) {
  await button(page, 'Delete my account').press('Enter')
  await expectError(page)
}

async function askWithoutAddress(page: Page) {
  await page.getByRole('textbox', { name: 'E-mail address' }).fill('not an address')
  await button(page, 'Send the link').press('Enter')
  await expectError(page)
}

async function askToConfirm(page: Page) {
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(`somebody-${Date.now()}@example.org`)
  await button(page, 'Send the link').press('Enter')
  await expectPage(page.getByText('Waiting', { exact: true })).toBeVisible()
}

async function removeOne(page: Page) {
  await button(countryCards(page), 'Remove Austria').press('Enter')
  await expectPage(page.getByText('Unsaved Changes', { exact: true })).toBeVisible()
}

async function saveLineup(page: Page) {
  await button(page, 'Save Lineup').press('Enter')
  await expectPage(page.getByRole('status').filter({ hasText: 'Lineup saved' })).toBeVisible()
}

async function saveWrongScore(page: Page) {
  await page.getByRole('textbox', { name: 'Sweden' }).fill('twelve')
  await button(page, 'Save Player Scores').press('Enter')
  await expectError(page)
}

async function saveEmptyArticle(page: Page) {
  await button(page, 'Save Article').press('Enter')
  await expectError(page)
}

async function previewWithLosses(page: Page) {
  await page.getByLabel('Content', { exact: true }).fill('<h1>First look</h1><p onclick="x()">Six.</p>')
  await page.getByLabel('Title', { exact: true }).press('Enter')
  await expectPage(page.getByRole('heading', { name: 'Removed from the content' })).toBeVisible()
}

async function openAll(page: Page) {
  await page.locator('main summary').evaluateAll((all) => {
    for (const { parentElement } of all) parentElement?.setAttribute('open', '')
  })
}

/** Opens the dialog about the first member in the league's list. */
function askAboutMember(dialog: string) {
  return async (page: Page) => {
    const link = page.locator('details [aria-label^="Remove "]').first()
    const [, teamId] = /teamId=(\d+)/.exec((await link.getAttribute('href')) ?? '') ?? []
    await page.goto(`/game/leagues?dialog=${dialog}&teamId=${teamId}`)
    await expectPage(page.locator('dialog:modal')).toHaveCount(1)
  }
}

/** Opens the screen of the league by its owner's presses. */
async function openScreen(page: Page) {
  const make = page.getByRole('button', { name: /^Make a (screen|new) link$/ })
  await make.press('Enter')
  await button(page, 'Show the invite').press('Enter')
  await expectPage(button(page, 'Hide the invite')).toBeVisible()
  await page.getByRole('link', { name: 'Open the screen' }).press('Enter')
  await expectPage(page.getByRole('link', { name: 'Update by itself' })).toBeVisible()
}

async function waitForAsking(page: Page) {
  await page.waitForURL('**/game/live#refreshing')
  await expectPage(page.getByText('every 10 s')).toBeVisible()
}

export const pageStates: readonly PageState[] = [
  ...rows('player', before, [
    '/game',
    '/game/team',
    '/game/team?details=SE&focus=list-details%3ASE',
    '/game/team?picks=AT.EE.GR.IT.PL&details=FR',
    ['/game/team', 'a country removed', removeOne],
    '/game/team?picks=AT.EE.GR.IT.PL&base=older',
    '/game/lineup?round=2&order=LV.IT.PL.GR.EE.AT&base=LV.AT.PL.GR.EE.IT',
    '/game/results',
  ]),
  ...rows('a stranger', between, [
    '/',
    ['/', 'the menu opened', openMenu],
    '/?dialog=cookies',
    '/news',
    '/news?page=2',
    '/news?page=1000000000',
    article,
    '/songs',
    '/terms-of-service',
    '/privacy-policy',
    '/api',
    '/nowhere',
    '/news/999-nothing',
    '/auth/sign-in',
    '/auth/sign-out',
    '/auth/callback',
    '/game',
    '/game?dialog=cookies',
    '/game/team',
    '/game/lineup',
    '/game/results',
    '/game/leagues',
    '/game/leagues?leagueId=1&invite=nobody-gave-this-link-1',
    '/game/countries',
    '/game/compare?team=7',
    '/game/history',
    '/game/screen?leagueId=1',
    '/screen/nobody-made-this-link-1',
    '/game/time-zone',
    '/game/account',
    '/game/account/delete',
    '/game/notifications',
    '/notifications/confirm?token=x',
    '/notifications/confirm?done=1',
    '/notifications/unsubscribe?token=x',
    '/notifications/unsubscribe?done=reminder',
    '/demo/mail',
    '/demo/mail/999',
    '/admin',
    '/admin/news',
  ]),
  ...rows('player', between, [
    '/game',
    '/game?page=3',
    '/game?dialog=rules',
    '/game?dialog=cookies',
    '/game/nothing',
    '/game/lineup',
    '/game/lineup?details=AT&focus=details%3AAT',
    '/game/lineup?round=1',
    '/game/lineup?round=2&order=LV.EE.GR.IT.PL.AT&switch=3',
    ['/game/lineup?round=2&order=LV.EE.GR.IT.PL.AT', 'saved', saveLineup],
    ['/game/results', 'all opened', openAll],
    '/game/results?teamId=7',
    '/game/countries?sort=price',
    '/game/compare?team=7',
    ['/game/leagues', 'all opened', openAll],
    '/game/leagues?leagueId=1&invite=nobody-gave-this-link-1',
    '/game/screen?leagueId=1',
    ['/game/screen?leagueId=1', 'its screen opened', openScreen],
    '/game/leagues?dialog=create',
    ['/game/leagues?dialog=create', 'no name given', createNamelessLeague],
    '/game/leagues?dialog=share',
    '/game/leagues?dialog=rename',
    '/game/leagues?dialog=renew',
    '/game/leagues?dialog=log',
    '/game/leagues?dialog=leave',
    '/game/leagues?dialog=delete',
    ['/game/leagues', 'asked to remove a member', askAboutMember('remove')],
    ['/game/leagues', 'asked to hand it over', askAboutMember('hand-over')],
    '/game/team',
    '/game/history',
    '/game/time-zone',
    ['/game/time-zone', 'an unknown zone asked for', chooseNoZone],
    '/game/account',
    '/game/account/delete',
    ['/game/account/delete', 'pressed without the word', deleteWithoutTheWord],
    '/game/notifications',
    ['/game/notifications?change=1', 'no address given', askWithoutAddress],
    ['/game/notifications?change=1', 'an address asked for', askToConfirm],
    '/admin',
  ]),
  ...rows('player3', between, [
    '/game',
    '/game/team',
    '/game/team?q=nobody-sings-this',
    '/game/team?picks=AT.EE.IT&details=SE',
    '/game/team?picks=AT.EE.GR.IT.PL.LV&teamName=Six',
    '/game/team?picks=AT.EE.GR.IT.PL.LV&teamName=Six&managerName=D&late=1',
    '/game/team?picks=AT.EE.GR.IT.PL.LV&names=1',
    ['/game/team?picks=AT.EE.GR.IT.PL.LV&names=1', 'saved without names', saveNamelessTeam],
    '/game/lineup',
    '/game/results',
    '/game/leagues',
    '/game/history',
    '/game/account',
    '/game/account/delete',
  ]),
  ...rows('admin', between, [
    '/admin',
    '/admin?round=3',
    ['/admin?round=1', 'a wrong score saved', saveWrongScore],
    '/admin/desk?round=1',
    ['/admin/desk?round=3&way=paste', 'nonsense pasted', pasteNonsense],
    '/admin/news',
    '/admin/news?page=2&delete=1',
    '/admin/news/new',
    ['/admin/news/new', 'saved empty', saveEmptyArticle],
    ['/admin/news/new', 'previewed', previewWithLosses],
    '/admin/news/1',
    '/admin/news/999',
  ]),
  // Nothing shows them again: these rows are the last of player2 in the season.
  ...rows('player2', onAir, [
    ['/game/account', 'hides results', hideResults],
    '/game',
    '/game/live',
    '/game/results',
    '/game/leagues',
    '/game/lineup',
    '/songs',
  ]).map((state) => ({ ...state, live: livePoints })),
  ...rows('a stranger', ended, ['/', '/game']),
  ...rows('player', ended, [
    '/game',
    '/game/lineup',
    '/game/results?round=3',
    '/game/countries',
    '/game/compare?team=7',
    '/game/team',
  ]),
  ...rows('player', ended, ['/', '/songs', '/game']).map((state) => ({
    ...state,
    without: 'a game' as const,
  })),
  ...[
    ...rows('player', ended, ['/news', article, '/game', '/game/leagues']),
    ...rows('admin', ended, ['/admin', '/admin/news', '/admin/news/1']),
  ].map((state) => ({ ...state, without: 'its tables' as const })),
  // The Netherlands are in this line-up: a long name.
  ...rows('player2', before, ['/game']),
  ...rows('a stranger', before, ['/songs?show=3&q=nobody-sings-this']),
  ...rows('a stranger', between, ['/game/live']),
  ...rows('player', between, ['/game/live']),
  ...rows('player3', between, ['/game/live']),
  ...rows('player', between, ['/game/what-if']),
  ...rows('player', onAir, [
    '/game',
    '/game/live',
    ['/game/live?every=30', 'which asks by script instead', waitForAsking],
    '/game/what-if',
    '/game/what-if?country=SE&points=50&country=NO&points=0',
    '/game/what-if?country=SE&points=-1&country=AT&points=5',
    '/game/results',
    '/game/leagues',
    '/game/countries',
    '/game/compare?team=7',
    ['/game/screen?leagueId=1', 'its screen opened', openScreen],
  ]).map((state) => ({ ...state, live: livePoints })),
  ...rows('admin', onAir, ['/admin/desk?round=1', '/admin/desk?round=3']).map((state) => ({
    ...state,
    live: livePoints,
  })),
  ...[
    ...rows('player', before, ['/game/live', '/game']),
    ...rows('admin', before, ['/admin/desk?round=3', '/admin/desk?round=1']),
  ].map((state) => ({ ...state, steps: inSongs })),
  ...[
    ...rows('player', before, [
      '/game/live',
      '/game',
      ['/game/results', 'all opened', openAll],
      ['/game/leagues', 'all opened', openAll],
      '/game/countries?sort=first',
      '/game/what-if?country=EE&points=400',
      '/game/what-if?country=EE&points=400&open=SE',
      ['/game/screen?leagueId=1', 'its screen opened', openScreen],
    ]),
    ...rows('admin', before, ['/admin/desk?round=3', '/admin/desk?round=3&way=paste']),
  ].map((state) => ({ ...state, steps: inVote })),
]

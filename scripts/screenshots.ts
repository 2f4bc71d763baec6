import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright'
import season from '../db/seasons/2025.json' with { type: 'json' }
import { startBrowser, startDemo } from '../tests/e2e/support/browser.ts'
import { signIn } from '../tests/e2e/support/page-helpers.ts'
import { compareFolders } from './compare-screenshots.ts'

/**
 * npm run screenshots -- [--out FOLDER] [--no-script] [NAME …]: every page at three widths in both colour schemes, into
 * shots/ or FOLDER; only those whose name contains one of the names.
 *
 * npm run screenshots -- --compare BEFORE AFTER: lists the pictures of two folders that differ.
 */
const { values: options, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string', default: 'shots' },
    'no-script': { type: 'boolean', default: false },
    compare: { type: 'boolean', default: false },
  },
})

const television = { name: 'tv', width: 1920, height: 1080 }
const widths = [
  { name: 'desktop', width: 1280, height: 900 },
  { name: 'phone', width: 390, height: 844 },
  { name: 'small', width: 320, height: 640 },
]
const schemes = ['light', 'dark'] as const

interface Shot {
  name: string
  path: string
  /** An account of the demo; signed out when undefined. */
  as?: 'player' | 'player3' | 'admin'
  /** A league's screen: as a television has it, too. */
  isScreen?: true
}

const beforeTheSeason: Shot[] = [
  { name: 'dashboard-no-team', path: '/game', as: 'player3' },
  { name: 'team-empty', path: '/game/team', as: 'player3' },
  { name: 'team-half', path: '/game/team?picks=AT.FR', as: 'player3' },
  { name: 'team-swap', path: '/game/team?picks=SE.AT.FR.SM', as: 'player3' },
  { name: 'team-over', path: '/game/team?picks=SE.AT.FR.BE', as: 'player3' },
  { name: 'team-names', path: '/game/team?picks=BE.EE.AL.UA.PL.PT&names=1', as: 'player3' },
  { name: 'team', path: '/game/team', as: 'player' },
  { name: 'team-search-nothing', path: '/game/team?q=nobody', as: 'player' },
  { name: 'team-details', path: '/game/team?picks=AT.EE.IT&details=FI', as: 'player' },
  { name: 'songs-open', path: '/songs' },
  { name: 'results-too-early', path: '/game/results', as: 'player' },
  { name: 'leagues-empty', path: '/game/leagues', as: 'player3' },
]
const betweenTheShows: Shot[] = [
  { name: 'home', path: '/' },
  { name: 'news', path: '/news' },
  { name: 'article', path: '/news/1-' },
  { name: 'songs', path: '/songs' },
  { name: 'songs-found', path: '/songs?show=3&q=a' },
  { name: 'cookies', path: '/news?dialog=cookies' },
  { name: 'terms', path: '/terms-of-service' },
  { name: 'privacy', path: '/privacy-policy' },
  { name: 'api', path: '/api' },
  { name: 'not-found', path: '/nowhere' },
  { name: 'auth-required', path: '/game' },
  { name: 'auth-required-team', path: '/game/team' },
  { name: 'dashboard', path: '/game', as: 'player' },
  { name: 'rules', path: '/game?dialog=rules', as: 'player' },
  { name: 'team-locked', path: '/game/team', as: 'player' },
  { name: 'lineup', path: '/game/lineup', as: 'player' },
  { name: 'lineup-unsaved', path: '/game/lineup?round=2&order=LV.EE.GR.IT.PL.AT', as: 'player' },
  { name: 'lineup-question', path: '/game/lineup?round=2&order=LV.EE.GR.IT.PL.AT&switch=3', as: 'player' },
  { name: 'history', path: '/game/history', as: 'player' },
  { name: 'results-unscored', path: '/game/results', as: 'player' },
  { name: 'countries-unscored', path: '/game/countries', as: 'player' },
  { name: 'compare-unscored', path: '/game/compare?team=7', as: 'player' },
  { name: 'leagues', path: '/game/leagues', as: 'player' },
  { name: 'leagues-create', path: '/game/leagues?dialog=create', as: 'player' },
  { name: 'leagues-share', path: '/game/leagues?dialog=share', as: 'player' },
  { name: 'league', path: '/game/leagues?leagueId=1', as: 'player' },
  { name: 'account', path: '/game/account', as: 'player' },
  { name: 'account-delete', path: '/game/account/delete', as: 'player' },
  { name: 'notifications', path: '/game/notifications', as: 'player' },
  { name: 'time-zone', path: '/game/time-zone', as: 'player' },
  { name: 'admin', path: '/admin?round=1', as: 'admin' },
  { name: 'admin-news', path: '/admin/news', as: 'admin' },
  { name: 'admin-article', path: '/admin/news/1', as: 'admin' },
  { name: 'demo-mail', path: '/demo/mail' },
  { name: 'access-denied', path: '/admin', as: 'player' },
]
const onTheAir: Shot[] = [
  { name: 'live', path: '/game/live', as: 'player' },
  { name: 'what-if', path: '/game/what-if?country=SE&points=50&country=NO&points=50', as: 'player' },
  { name: 'what-if-wrong', path: '/game/what-if?country=SE&points=-5&country=AT&points=3', as: 'player' },
  { name: 'live-refreshing', path: '/game/live?every=30', as: 'player' },
  { name: 'dashboard-live', path: '/game', as: 'player' },
  { name: 'desk-semi', path: '/admin/desk?round=1', as: 'admin' },
  { name: 'desk-final', path: '/admin/desk?round=3', as: 'admin' },
  { name: 'desk-paste', path: '/admin/desk?round=3&way=paste', as: 'admin' },
]
const whileHidden: Shot[] = [
  { name: 'dashboard-hidden', path: '/game', as: 'player' },
  { name: 'live-hidden', path: '/game/live', as: 'player' },
  { name: 'results-hidden', path: '/game/results', as: 'player' },
  { name: 'account-hidden', path: '/game/account', as: 'player' },
  { name: 'songs-hidden', path: '/songs', as: 'player' },
]
const inTheFinal: Shot[] = [
  { name: 'live-final', path: '/game/live', as: 'player' },
  { name: 'dashboard-live-final', path: '/game', as: 'player' },
]
const afterTheEnd: Shot[] = [
  { name: 'home-concluded', path: '/' },
  { name: 'dashboard-final', path: '/game', as: 'player' },
  { name: 'results', path: '/game/results', as: 'player' },
  { name: 'results-first-round', path: '/game/results?round=1', as: 'player' },
  { name: 'countries', path: '/game/countries', as: 'player' },
  { name: 'compare', path: '/game/compare?team=7', as: 'player' },
  { name: 'results-rival', path: '/game/results?teamId=7', as: 'player' },
  { name: 'team-concluded', path: '/game/team', as: 'player3' },
  { name: 'leagues-final', path: '/game/leagues', as: 'player' },
  { name: 'admin-computed', path: '/admin?round=3', as: 'admin' },
]

if (options.compare) await compareFolders(names[0] ?? '', names[1] ?? '')
else await captureEverything()

async function captureEverything(): Promise<void> {
  mkdirSync(options.out, { recursive: true })
  const demo = await startDemo()
  const browser = await startBrowser(demo.origin)
  const openPage = () => browser.newPage({ javaScript: !options['no-script'] })
  try {
    const visitors = new Map<string | undefined, Page>([[undefined, await openPage()]])
    for (const account of ['player', 'player3', 'admin']) {
      const page = await openPage()
      await signIn(page, account)
      visitors.set(account, page)
    }
    const captureAll = async (shots: Shot[]) => {
      for (const shot of shots) {
        const page = visitors.get(shot.as)
        if (page && (names.length === 0 || names.some((name) => shot.name.includes(name))))
          await capture(page, shot)
      }
    }
    await captureAll(beforeTheSeason)
    await demo.setClock('2025-05-14T12:00:00Z')
    await captureAll(betweenTheShows)
    const admin = visitors.get('admin')
    await demo.setClock('2025-05-13T20:45:00Z')
    await captureAll([{ name: 'live-no-points', path: '/game/live', as: 'player' }])
    if (admin) await publishLive(admin)
    await captureAll(onTheAir)
    const player = visitors.get('player')
    if (player) {
      await press(player, '/game', 'Hide results')
      await captureAll(whileHidden)
      await press(player, '/game/account', 'Show all results')
    }
    const screen = player && (await makeScreen(player))
    if (screen) await captureAll([{ name: 'screen-live', path: `${screen}?every=30`, isScreen: true }])
    await captureAll([{ name: 'league-screen', path: '/game/screen?leagueId=1', as: 'player' }])
    await demo.setClock('2025-05-17T12:00:00Z')
    if (admin) await score(admin, [1, 2])
    await demo.setClock('2025-05-17T21:45:00Z')
    if (admin) await beginSongs(admin, 14)
    await captureAll([{ name: 'live-final-songs', path: '/game/live', as: 'player' }])
    if (admin) await publishFinalLive(admin)
    await captureAll(inTheFinal)
    if (screen) await captureAll([{ name: 'screen-live-final', path: screen, isScreen: true }])
    await demo.setClock('2025-05-18T08:00:00Z')
    if (admin) await score(admin, [3])
    await captureAll(afterTheEnd)
    if (screen) await captureAll([{ name: 'screen', path: screen, isScreen: true }])
  } finally {
    await browser.stop()
    await demo.stop()
  }
}

/** One page in every width and scheme. */
async function capture(page: Page, { name, path, isScreen }: Shot): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(path, { waitUntil: 'networkidle' })
  await loadAllImages(page)
  for (const { name: size, width, height } of isScreen ? [television, ...widths] : widths) {
    await page.setViewportSize({ width, height })
    // A viewport as tall as the page: sticky elements at the bottom are then in place.
    const pageHeight = await page.evaluate(() => document.documentElement.scrollHeight)
    await page.setViewportSize({ width, height: Math.max(height, pageHeight) })
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.screenshot({ path: join(options.out, `${name}-${size}-${colorScheme}.png`) })
    }
  }
  console.log(name)
}

/** Publishes the first qualifiers of the first semi-final live. */
async function publishLive(page: Page): Promise<void> {
  await page.goto('/admin?round=1')
  for (const country of ['Estonia', 'Poland', 'Ukraine'])
    await page.getByRole('textbox', { name: country }).fill('50')
  await page.getByRole('button', { name: 'Save and publish live' }).click()
  await page.getByText('Published live').waitFor()
}

/** Presses 'Next song' at the desk of the final. */
async function beginSongs(page: Page, count: number): Promise<void> {
  await page.goto('/admin/desk?round=3')
  for (let begun = 1; begun <= count; begun += 1) {
    await page.getByRole('button', { name: 'Next song' }).click()
    await page.getByText(`Song ${begun} of`).waitFor()
  }
}

async function press(page: Page, path: string, name: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('button', { name }).click()
  await page.getByRole('button', { name }).waitFor({ state: 'detached' })
}

/** Makes the link of the first league's screen, with the invite on it; returns its path. */
async function makeScreen(page: Page): Promise<string> {
  await page.goto('/game/screen?leagueId=1')
  for (const press of ['Make a screen link', 'Show the invite'])
    await page.getByRole('button', { name: press }).click()
  await page.getByRole('button', { name: 'Hide the invite' }).waitFor()
  const href = await page.getByRole('link', { name: 'Open the screen' }).getAttribute('href')
  return new URL(href ?? '').pathname
}

/** Publishes the juries' points of the final live, and then those of the viewers for all up to Estonia, which is next. */
async function publishFinalLive(page: Page): Promise<void> {
  const finalists = season.entries.flatMap(
    ({ country, result: { finalJuryPoints: juries, finalPoints: all } }) =>
      juries === null || all === null ? [] : [{ country, juries, all }],
  )
  const before = finalists.find(({ country }) => country === 'Estonia')?.juries ?? 0
  const presses = [0, before].map((reached) =>
    Object.fromEntries(
      finalists.map(({ country, juries, all }) => [country, String(juries < reached ? all : juries)]),
    ),
  )
  for (const points of presses) {
    await page.goto('/admin?round=3')
    for (const [country, value] of Object.entries(points))
      await page.getByRole('textbox', { name: country }).fill(value)
    await page.getByRole('button', { name: 'Save and publish live' }).click()
    await page.getByText('Published live').waitFor()
  }
}

/** Saves and publishes the real scores of some rounds, so that results and rankings have content. */
async function score(page: Page, rounds: readonly number[]): Promise<void> {
  for (const round of rounds) {
    await page.goto(`/admin?round=${round}`)
    for (const press of ['Fill with real results', 'Save Player Scores', 'Compute Team Scores']) {
      await page.getByRole('button', { name: press }).click()
      await page.waitForLoadState()
    }
    await page.getByText('everybody sees it now').first().waitFor({ timeout: 60_000 })
  }
}

/** Pictures below the first screen load late otherwise. Without script they are in the page already. */
async function loadAllImages(page: Page): Promise<void> {
  if (options['no-script']) return
  await page.evaluate(() => {
    for (const image of document.images) image.loading = 'eager'
  })
}

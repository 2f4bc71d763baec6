import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright'
import { startBrowser, startDemo } from '../tests/e2e/support/browser.ts'
import { signIn } from '../tests/e2e/support/page-helpers.ts'

/** npm run screenshots [-- arg …]: every page at three widths in both colour schemes, into shots/. */
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
}

const beforeTheSeason: Shot[] = [
  { name: 'dashboard-no-team', path: '/game', as: 'player3' },
  { name: 'team-empty', path: '/game/team', as: 'player3' },
  { name: 'team-half', path: '/game/team?picks=AT.EE.IT.UA', as: 'player3' },
  { name: 'team', path: '/game/team', as: 'player' },
  { name: 'team-search-nothing', path: '/game/team?q=nobody', as: 'player' },
  { name: 'team-details', path: '/game/team?picks=AT.EE.IT&details=FI', as: 'player' },
  { name: 'results-too-early', path: '/game/results', as: 'player' },
  { name: 'leagues-empty', path: '/game/leagues', as: 'player3' },
]
const betweenTheShows: Shot[] = [
  { name: 'home', path: '/' },
  { name: 'news', path: '/news' },
  { name: 'article', path: '/news/1-' },
  { name: 'songs', path: '/songs' },
  { name: 'terms', path: '/terms-of-service' },
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
  { name: 'leagues', path: '/game/leagues', as: 'player' },
  { name: 'leagues-create', path: '/game/leagues?dialog=create', as: 'player' },
  { name: 'leagues-share', path: '/game/leagues?dialog=share', as: 'player' },
  { name: 'admin', path: '/admin?round=1', as: 'admin' },
  { name: 'access-denied', path: '/admin', as: 'player' },
]
const afterTheEnd: Shot[] = [
  { name: 'home-concluded', path: '/' },
  { name: 'dashboard-final', path: '/game', as: 'player' },
  { name: 'results', path: '/game/results', as: 'player' },
  { name: 'results-first-round', path: '/game/results?round=1', as: 'player' },
  { name: 'team-concluded', path: '/game/team', as: 'player3' },
  { name: 'leagues-final', path: '/game/leagues', as: 'player' },
  { name: 'admin-computed', path: '/admin?round=3', as: 'admin' },
]

mkdirSync('shots', { recursive: true })
const args = process.argv.slice(2)
const demo = await startDemo()
const browser = await startBrowser(demo.origin)
try {
  const visitors = new Map<string | undefined, Page>([[undefined, await browser.newPage()]])
  for (const account of ['player', 'player3', 'admin']) {
    const page = await browser.newPage()
    await signIn(page, account)
    visitors.set(account, page)
  }
  const captureAll = async (shots: Shot[]) => {
    for (const shot of shots) {
      const page = visitors.get(shot.as)
      if (page && (args.length === 0 || args.some((arg) => shot.name.includes(arg))))
        await capture(page, shot)
    }
  }
  await captureAll(beforeTheSeason)
  await demo.setClock('2025-05-14T12:00:00Z')
  await captureAll(betweenTheShows)
  await demo.setClock('2025-05-18T08:00:00Z')
  const admin = visitors.get('admin')
  if (admin) await scoreEverything(admin)
  await captureAll(afterTheEnd)
} finally {
  await browser.stop()
  await demo.stop()
}

/** One page in every width and scheme. */
async function capture(page: Page, { name, path }: Shot): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(path, { waitUntil: 'networkidle' })
  await page.evaluate(() => {
    for (const image of document.images) image.loading = 'eager'
  })
  for (const { name: size, width, height } of widths) {
    await page.setViewportSize({ width, height })
    // A viewport as tall as the page: sticky elements at the bottom are then in place.
    const pageHeight = await page.evaluate(() => document.documentElement.scrollHeight)
    await page.setViewportSize({ width, height: Math.max(height, pageHeight) })
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.screenshot({ path: `shots/${name}-${size}-${colorScheme}.png` })
    }
  }
  console.log(name)
}

/** Saves real scores for all three rounds, so that results and rankings have content. */
async function scoreEverything(page: Page): Promise<void> {
  for (const round of [1, 2, 3]) {
    await page.goto(`/admin?round=${round}`)
    for (const press of ['Fill with real results', 'Save Player Scores', 'Compute Team Scores']) {
      await page.getByRole('button', { name: press }).click()
      await page.waitForLoadState()
    }
    await page.getByText('The ranking is up to date.').waitFor({ timeout: 60_000 })
  }
}

import type { Page } from 'playwright/test'
import { beforeAll, expect, test } from 'vitest'
import { arrange, nameOf, restoreDatabase } from './support/arrange-state.ts'
import { browser, game, setUpGame } from './support/game.ts'
import { findMarkupErrors } from './support/markup-checks.ts'
import {
  findAxeViolations,
  findBrokenImages,
  findIdReferenceErrors,
  findOutlineErrors,
  findOverflow,
  findSmallTargets,
  scrollable,
} from './support/page-checks.ts'
import { button, waitForHydration } from './support/page-helpers.ts'
import { type PageState, pageStates } from './support/page-states.ts'
import { setTextPreference } from './support/user-preferences.ts'

/** Checks every page in every state: the states are in page-states.ts, the checks in page-checks.ts. */
setUpGame()
const visitors = new Map<string, Page>()
/** The scripts and errors of the open page. */
const events: { scripts: string[]; errors: string[] } = { scripts: [], errors: [] }
/** The open page as the server sent it, and as the visitor's steps have left it. */
let markup: string[] = []

beforeAll(async () => {
  visitors.set('a stranger', await browser.newPage())
  for (const account of ['player', 'player2', 'player3', 'admin'] as const) {
    const page = await browser.newPage()
    await game.openAs(page, account)
    if (account !== 'player3') await button(page, 'Accept All').press('Enter')
    visitors.set(account, page)
  }
  for (const page of visitors.values()) listen(page)
})

function listen(page: Page) {
  page.on('request', (request) => {
    if (request.resourceType() === 'script') events.scripts.push(request.url())
    if (!request.url().startsWith(game.origin) && !request.url().startsWith('data:'))
      events.errors.push(request.url())
  })
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText
    // Script aborts requests that it no longer needs, and Chromium that for an icon ('other') when its page is left.
    const isAborted = ['fetch', 'other'].includes(request.resourceType()) && reason === 'net::ERR_ABORTED'
    if (!isAborted) events.errors.push(`${reason}: ${request.url()}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400 && response.request().resourceType() !== 'document')
      if (response.request().method() === 'GET') events.errors.push(response.url())
  })
  page.on('pageerror', (error) => events.errors.push(error.message))
  page.on('console', (message) => {
    const isStatus = message.text().includes('the server responded with a status of')
    if (['error', 'warning'].includes(message.type()) && !isStatus) events.errors.push(message.text())
  })
}

async function open(state: PageState, { width, colorScheme }: Look): Promise<Page> {
  await arrange(state)
  const page = visitors.get(state.who)
  if (!page) throw new Error(`There is no visitor ${state.who}`)
  events.scripts = []
  events.errors = []
  await page.setViewportSize({ width, height: 800 })
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  const response = await page.goto(state.path)
  // Chromium forgets what it got when the page has gone on to another address by itself.
  markup = [(await response?.text().catch(() => page.content())) ?? '']
  if ((await page.locator('script[nonce]').count()) > 0) await waitForHydration(page)
  await state.act?.(page)
  // What an act waits for may be there before the styles of the page that it leads to.
  await page.waitForLoadState()
  if (state.act) markup.push(await page.content())
  return page
}

interface Look {
  width: number
  colorScheme: 'light' | 'dark'
}

/** Both themes at both widths with `npm run test:all`; with `npm test` each state has one of the four in turn. */
const looks: readonly Look[] = [
  { width: 1280, colorScheme: 'light' },
  { width: 320, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'dark' },
  { width: 320, colorScheme: 'light' },
]

/** The look in which a state is opened, and the further ones to check. */
function looksAt(index: number) {
  const first = looks[index % looks.length] ?? { width: 1280, colorScheme: 'light' }
  return { first, others: process.env.EVERYTHING ? looks.filter((look) => look !== first) : [] }
}

async function findLookErrors(page: Page, { width, colorScheme }: Look): Promise<string[]> {
  const found = [
    ...(await findOverflow(page)),
    ...(await findSmallTargets(page)),
    ...(await findAxeViolations(page)),
  ]
  return found.map((fault) => `${colorScheme} at ${width}: ${fault}`)
}

test.each(pageStates.map((state, index) => ({ ...state, index, name: nameOf(state) })))(
  '$name: valid structure, nothing broken, no axe violations',
  async (state) => {
    const { first, others } = looksAt(state.index)
    const page = await open(state, first)
    const complaints = [
      ...(await Promise.all(markup.map(findMarkupErrors))).flat(),
      ...(await findOutlineErrors(page)),
      ...(await findIdReferenceErrors(page)),
      ...(await findBrokenImages(page)),
      ...(await findLookErrors(page, first)),
    ]
    for (const look of others) {
      await page.setViewportSize({ width: look.width, height: 800 })
      await page.emulateMedia({ colorScheme: look.colorScheme })
      complaints.push(...(await findLookErrors(page, look)))
    }
    // Narrow windows last, also for states that were opened in a wide one.
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 800 })
      complaints.push(...(await findOverflow(page)).map((box) => `${box} at ${width}`))
    }
    await setTextPreference(page, 'spaced')
    complaints.push(...(await findOverflow(page, scrollable)).map((box) => `${box} at 320 with spaced text`))
    expect([...complaints, ...events.errors].join('\n')).toBe('')
    const hydrates = /^\/(game|admin\/desk)/.test(state.path) && state.who !== 'a stranger'
    if (!hydrates) expect(events.scripts).toEqual([])
  },
)

test('the tables of the API have their headers in a narrow window, too', async () => {
  const page = await browser.newPage()
  await page.setViewportSize({ width: 320, height: 800 })
  await page.goto('/api')
  const tables = await page.getByRole('table').count()
  expect(tables).toBeGreaterThan(20)
  for (const name of ['Field, type', 'About'])
    expect(await page.getByRole('columnheader', { name }).count()).toBe(tables)
  await page.context().close()
})

test('the feed is XML to a browser too', async () => {
  await restoreDatabase()
  const page = await browser.newPage()
  await page.goto('/news')
  for (const path of ['/feed.xml', '/sitemap.xml']) {
    const root = await page.evaluate(async (address) => {
      const text = await (await fetch(address)).text()
      const read = new DOMParser().parseFromString(text, 'application/xml')
      return read.querySelector('parsererror')?.textContent ?? read.documentElement.localName
    }, path)
    expect(root).toBe(path === '/feed.xml' ? 'feed' : 'urlset')
  }
  await page.context().close()
})

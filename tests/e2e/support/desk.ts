import type { Page } from 'playwright/test'
import { openDatabase } from '#db/engine.server.ts'
import { browser, game } from './game.ts'
import { advanceUntilAnswered, button, expectPage, waitForHydration } from './page-helpers.ts'

/** The evening of the final: both semi-finals are official. */
export async function openFinal() {
  await game.setClock('2025-05-17T20:45:00Z')
  const page = await browser.newPage()
  await game.openAs(page, 'admin', '/admin?round=1')
  for (const round of [1, 2]) {
    await page.goto(`/admin?round=${round}`)
    await button(page, 'Fill with real results').click()
    await button(page, 'Save Player Scores').click()
    await button(page, 'Compute Team Scores').click()
    await expectPage(page.getByRole('status')).toContainText('Team scores computation triggered')
  }
  await page.context().close()
}

/** Uses the database beside the server. */
export async function withDatabase<Value>(use: (db: ReturnType<typeof openDatabase>) => Promise<Value>) {
  const db = openDatabase(game.databaseFile)
  try {
    return await use(db)
  } finally {
    await db.destroy()
  }
}

/** Replaces the points of the final, by country code. */
export function store(points: Record<string, number>) {
  return withDatabase(async (db) => {
    await db.deleteFrom('round_scores').where('round_number', '=', 3).execute()
    const entries = await db.selectFrom('entries').select(['id', 'game_id', 'code']).execute()
    for (const [code, each] of Object.entries(points)) {
      const entry = entries.find((one) => one.code === code)
      if (!entry) throw new Error(`There is no ${code}`)
      const row = { game_id: entry.game_id, round_number: 3, entry_id: entry.id, points: each }
      await db.insertInto('round_scores').values(row).execute()
    }
  })
}

/** The stored points of the final, by country code. */
export function stored() {
  return withDatabase(async (db) => {
    const rows = await db
      .selectFrom('round_scores')
      .innerJoin('entries', 'entries.id', 'entry_id')
      .select(['code', 'points'])
      .where('round_number', '=', 3)
      .orderBy('code')
      .execute()
    return Object.fromEntries(rows.map(({ code, points }) => [code, points]))
  })
}

/** A desk with script, its clock stopped, and the answers to its questions from now on. */
export async function openDesk(path = '/admin/desk?round=3') {
  const page = await browser.newPage({ hasTimeZoneCookie: true, width: 390 })
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await game.openAs(page, 'admin', path)
  await waitForHydration(page)
  const asked: number[] = []
  page.on('response', (response) => {
    if (response.url().includes('/admin/desk.json')) asked.push(response.status())
  })
  /** Lets it ask once. */
  async function ask() {
    await advanceUntilAnswered(page, '**/admin/desk.json?*')
  }
  return { page, asked, ask }
}

/** A country's field, and the line that tells of other desks. */
export const field = (page: Page, country: string) =>
  page.getByRole('textbox', { name: country, exact: true })
export const status = (page: Page) => page.getByRole('status').last()

/** Types a number and presses Enter, until it is saved. */
export async function save(page: Page, country: string, points: string) {
  await field(page, country).fill(points)
  await field(page, country).press('Enter')
  const row = page.getByRole('listitem').filter({ has: field(page, country) })
  await expectPage(row.getByText('Saved', { exact: true })).toBeVisible()
}

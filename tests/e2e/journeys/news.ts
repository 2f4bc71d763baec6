import type { Page } from 'playwright/test'
import sharp from 'sharp'
import { button, expectPage } from '../support/page-helpers.ts'

/** Chooses in the cookie bar on the first page. */
export async function answerCookies(page: Page): Promise<void> {
  const bar = page.getByRole('region', { name: 'A word about cookies' })
  await page.goto('/news')
  await button(bar, 'Necessary Only').click()
  await expectPage(bar).toHaveCount(0)
  await expectPage(page).toHaveURL('/news')
}

/** Opens an article from the list. */
export async function readNews(page: Page): Promise<void> {
  await page.goto('/news')
  const first = page.getByRole('main').getByRole('article').first().getByRole('heading')
  const title = await first.innerText()
  await page.getByRole('link', { name: title, exact: true }).first().click()
  await expectPage(page).toHaveURL(/\/news\/\d+-/)
  await expectPage(page.getByRole('heading', { level: 1 })).toHaveText(title)
}

function field(page: Page, label: string) {
  return page.getByLabel(label, { exact: true })
}

async function photo() {
  const create = { width: 2400, height: 1200, channels: 3, background: '#0a6cff' } as const
  const buffer = await sharp({ create }).jpeg().toBuffer()
  return { name: 'stage.jpg', mimeType: 'image/jpeg', buffer }
}

/** An article is written, read and deleted; the admin pages ship no script. */
export async function writeNews(page: Page, reader: Page): Promise<void> {
  await page.getByRole('link', { name: 'New Article' }).click()
  await field(page, 'Title').fill('Rehearsals: the lights are on')
  await field(page, 'Summary').fill('What we saw.')
  await field(page, 'Content').fill(
    '<h1>First look</h1><p onclick="x()">Six lamps.</p><script>alert(1)</script><iframe src="https://youtu.be/SOnuGDvjD6g" title="The film"></iframe>',
  )
  await field(page, 'Title').press('Enter')
  await expectPage(page.getByRole('heading', { name: 'Removed from the content' })).toBeVisible()
  await expectPage(page.getByRole('status').getByRole('listitem')).toHaveText([
    'onclick on <p>',
    '<script>',
    '<h1>, now <h2>',
  ])
  await expectPage(page.getByRole('heading', { level: 2, name: 'First look' })).toBeVisible()

  await field(page, 'Image').setInputFiles(await photo())
  await button(page, 'Upload image').click()
  await expectPage(page.getByRole('img', { name: 'The article as it is shown on its card' })).toBeVisible()
  await expectPage(field(page, 'Title')).toHaveValue('Rehearsals: the lights are on')
  await field(page, 'Image credit').fill('A. Photographer')
  await button(page, 'Save Article').click()
  await expectPage(page).toHaveURL('/admin/news')
  await expectPage(page.getByRole('status').filter({ hasText: 'Article created' })).toContainText('<script>')

  await reader.goto('/news')
  await reader.getByRole('link', { name: 'Rehearsals: the lights are on', exact: true }).click()
  await expectPage(reader.getByText('A. Photographer')).toBeVisible()
  await expectPage(reader.locator('iframe')).toHaveCount(0)
  await reader.route('https://www.youtube-nocookie.com/**', (route) => route.fulfill({ body: 'A film' }))
  await reader.getByRole('link', { name: 'Play video: The film' }).click()
  await expectPage(reader.locator('iframe[title="The film"]')).toBeVisible()

  await page.goto('/admin/news')
  await page.getByRole('link', { name: 'Edit Rehearsals: the lights are on' }).click()
  await expectPage(field(page, 'Slug')).toHaveValue('rehearsals-the-lights-are-on')
  await field(page, 'Publish date').fill('2025-05-30')
  await button(page, 'Save Article').click()
  await expectPage(page.getByRole('status').filter({ hasText: 'Article updated' })).toBeVisible()
  await expectPage(page.getByRole('row', { name: /Rehearsals/ })).toContainText('Scheduled')

  await page.getByRole('link', { name: 'Delete Rehearsals: the lights are on' }).click()
  const dialog = page.getByRole('dialog')
  await expectPage(dialog).toContainText('Are you sure you want to delete the article with its title?')
  await expectPage(dialog).toContainText('Rehearsals: the lights are on')
  await button(page, 'Delete').click()
  await expectPage(page.getByRole('status').filter({ hasText: 'Article deleted' })).toBeVisible()
  await expectPage(page.getByRole('row', { name: /Rehearsals/ })).toHaveCount(0)
}

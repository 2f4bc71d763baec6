import type { Page } from 'playwright/test'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBrowser, startDemo } from './browser.ts'
import { button, see, signIn } from './visitor.ts'

/** News from the first word to the reader, without script: the desk ships none to anybody. */
let demo: Awaited<ReturnType<typeof startDemo>>
let browser: Awaited<ReturnType<typeof startBrowser>>

beforeAll(async () => {
  demo = await startDemo()
  browser = await startBrowser(demo.origin)
})

afterAll(async () => {
  await browser?.stop()
  await demo?.stop()
})

async function openDesk(path = '/admin/news', { javaScript = false } = {}): Promise<Page> {
  const page = await browser.newPage({ javaScript })
  await signIn(page, 'admin', path)
  return page
}

function field(page: Page, label: string) {
  return page.getByLabel(label, { exact: true })
}

async function photo() {
  const create = { width: 2400, height: 1200, channels: 3, background: '#0a6cff' } as const
  const buffer = await sharp({ create }).jpeg().toBuffer()
  return { name: 'stage.jpg', mimeType: 'image/jpeg', buffer }
}

test('an article is written, previewed, illustrated, published, changed and deleted with JavaScript off', async () => {
  const page = await openDesk()
  await page.getByRole('link', { name: 'New Article' }).click()
  await field(page, 'Title').fill('Rehearsals: the lights are on')
  await field(page, 'Summary').fill('What we saw.')
  await field(page, 'Content').fill(
    '<h1>First look</h1><p onclick="x()">Six lamps.</p><script>alert(1)</script><iframe src="https://youtu.be/SOnuGDvjD6g" title="The film"></iframe>',
  )
  await field(page, 'Title').press('Enter')
  await see(page.getByRole('heading', { name: 'Taken away from the content' })).toBeVisible()
  await see(page.getByRole('status').getByRole('listitem')).toHaveText([
    'onclick on <p>',
    '<script>',
    '<h1>, now <h2>',
  ])
  await see(page.getByRole('heading', { level: 2, name: 'First look' })).toBeVisible()

  await field(page, 'Image').setInputFiles(await photo())
  await button(page, 'Upload image').click()
  await see(page.getByRole('img', { name: 'The article as it is shown on its card' })).toBeVisible()
  await see(field(page, 'Title')).toHaveValue('Rehearsals: the lights are on')
  await field(page, 'Image credit').fill('A. Photographer')
  await button(page, 'Save Article').click()
  await see(page).toHaveURL('/admin/news')
  await see(page.getByRole('status').filter({ hasText: 'Article created' })).toContainText('<script>')

  await page.goto('/news')
  await page.getByRole('link', { name: 'Rehearsals: the lights are on', exact: true }).click()
  await see(page.getByText('A. Photographer')).toBeVisible()
  await see(page.locator('iframe')).toHaveCount(0)
  await page.route('https://www.youtube-nocookie.com/**', (route) => route.fulfill({ body: 'A film' }))
  await page.getByRole('link', { name: 'Play video: The film' }).click()
  await see(page.locator('iframe[title="The film"]')).toBeVisible()

  await page.goto('/admin/news')
  await page.getByRole('link', { name: 'Edit Rehearsals: the lights are on' }).click()
  await see(field(page, 'Slug')).toHaveValue('rehearsals-the-lights-are-on')
  await field(page, 'Publish date').fill('2025-05-30')
  await button(page, 'Save Article').click()
  await see(page.getByRole('status').filter({ hasText: 'Article updated' })).toBeVisible()
  await see(page.getByRole('row', { name: /Rehearsals/ })).toContainText('Scheduled')

  await page.getByRole('link', { name: 'Delete Rehearsals: the lights are on' }).click()
  const dialog = page.getByRole('dialog')
  await see(dialog).toContainText('Are you sure you want to delete the article with its title?')
  await see(dialog).toContainText('Rehearsals: the lights are on')
  await button(page, 'Delete').click()
  await see(page.getByRole('status').filter({ hasText: 'Article deleted' })).toBeVisible()
  await see(page.getByRole('row', { name: /Rehearsals/ })).toHaveCount(0)
})

test('the desk loads no script, nothing from elsewhere, and keeps the policy', async () => {
  const page = await openDesk('/admin/news', { javaScript: true })
  const loaded: string[] = []
  const complaints: string[] = []
  page.on('request', (request) => {
    const isOurs = request.url().startsWith(demo.origin) || request.url().startsWith('data:')
    if (request.resourceType() === 'script' || !isOurs) loaded.push(request.url())
  })
  page.on('console', (message) => complaints.push(message.text()))
  for (const path of ['/admin/news', '/admin/news?delete=1', '/admin/news/new', '/admin/news/1']) {
    await page.goto(path, { waitUntil: 'networkidle' })
    await see(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  expect([loaded, complaints]).toEqual([[], []])
})

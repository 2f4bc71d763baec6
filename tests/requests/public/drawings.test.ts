import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, openApp } from '#tests/support/app.ts'
import { addArticle } from '#tests/support/articles.ts'
import { listRoutes } from '#tests/support/build-routes.ts'
import { between } from '#tests/support/game-steps.ts'
import { openWorld } from '#tests/support/world.ts'

/** Every page as somebody sees it who is not signed in, the game's behind their sign-in cards. */
let app: App
let paths: string[]

beforeAll(async () => {
  app = await openApp({ now: between })
  await openWorld(app)
  const articleId = await addArticle(app, { title: 'Story', slug: 'story', publishDate: '2025-05-01' })
  const pages = (await listRoutes()).all.filter((id) => !/[$\]]/.test(id))
  const fixed = pages.map((id) => `/${id.replace(/(^|\.)_index$/, '').replaceAll('.', '/')}`)
  paths = [...fixed, '/nowhere', `/news/${articleId}-story`, '/songs?country=SE']
})
afterAll(() => app.close())

/** What a page refers to in itself and does not have: drawings, colours, and targets of links. */
function findMissing(html: string): string[] {
  const ids = new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id))
  const referred = [...html.matchAll(/(?:href="#|url\(#)([\w:-]+)/g)].map(([, id = '']) => id)
  return [...new Set(referred)].filter((id) => !ids.has(id))
}

test('every page that is not signed in has all drawings that it refers to', async () => {
  const answers = await Promise.all(paths.map((path) => app.get(path)))
  const pages = answers.filter(({ html }) => html.includes('<main'))
  expect(pages.length).toBeGreaterThan(25)
  expect(pages.filter(({ html }) => html.includes('<use ')).length).toBeGreaterThan(5)
  const missing = pages.map(({ url, html }) => [new URL(url).pathname, findMissing(html)])
  expect(missing.filter(([, ids]) => ids?.length)).toEqual([])
})

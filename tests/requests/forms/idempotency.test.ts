import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, openApp, type PageResponse } from '#tests/support/app.ts'
import type { Browser } from '#tests/support/browser.ts'
import { between, loginWithTeam } from '#tests/support/game-steps.ts'
import { openWorld } from '#tests/support/world.ts'

/** A form that is sent twice (a double press, or a retry after a lost response) takes effect once. */
let app: App
let anna: Browser
let ada: Browser

beforeAll(async () => {
  app = await openApp()
  const world = await openWorld(app)
  ada = world.ada
  anna = (await loginWithTeam(app, 'anna')).as
})

afterAll(() => app?.close())

async function count(table: 'leagues' | 'articles'): Promise<number> {
  const row = await app.db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return row.n
}

async function newest(table: 'leagues' | 'articles'): Promise<number> {
  const row = await app.db
    .selectFrom(table)
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirstOrThrow()
  return Number(row.id)
}

function twice(page: PageResponse, button: string, changes: Record<string, string>, as: Browser) {
  return Promise.all([app.press(page, button, changes, { as }), app.press(page, button, changes, { as })])
}

test('a new league is created once, and both responses redirect to it', async () => {
  const page = await app.get('/game/leagues?dialog=create', { as: anna })
  const answers = await twice(page, 'Create League', { leagueName: 'Once' }, anna)
  expect(answers.map(({ status }) => status)).toEqual([303, 303])
  expect(answers[0]?.location).toMatch(/leagueId=\d+&dialog=share$/)
  expect(answers[1]?.location).toBe(answers[0]?.location)
  expect(await count('leagues')).toBe(1)
})

test('a league of the same name from another page, or of another name from the same, is another league', async () => {
  const page = await app.get('/game/leagues?dialog=create', { as: anna })
  const before = await count('leagues')
  await app.press(page, 'Create League', { leagueName: 'Once' }, { as: anna })
  await app.press(page, 'Create League', { leagueName: 'Once more' }, { as: anna })
  expect(await count('leagues')).toBe(before + 2)
})

test('a repeated form creates a deleted league again instead of redirecting to it', async () => {
  const page = await app.get('/game/leagues?dialog=create', { as: anna })
  const before = await count('leagues')
  await app.press(page, 'Create League', { leagueName: 'Gone' }, { as: anna })
  const gone = await newest('leagues')
  await app.post('/game/leagues', { intent: 'delete', leagueId: String(gone) }, { as: anna })
  expect(await count('leagues')).toBe(before)
  const again = await twice(page, 'Create League', { leagueName: 'Gone' }, anna)
  const made = await newest('leagues')
  expect(made).not.toBe(gone)
  expect(again.map(({ location }) => location)).toEqual(
    Array.from({ length: 2 }, () => `/game/leagues?leagueId=${made}&dialog=share`),
  )
  expect(await count('leagues')).toBe(before + 1)
})

const article = { title: 'Said once', summary: 'Once', content: '<p>Once.</p>' }

async function openEditor(path: string): Promise<PageResponse> {
  const page = await app.get(path, { as: ada })
  expect(page.status).toBe(200)
  return page
}

test('a new article is stored once, and both responses say so', async () => {
  const answers = await twice(await openEditor('/admin/news/new'), 'Save Article', article, ada)
  expect(answers.map(({ status, location }) => [status, location])).toEqual([
    [303, '/admin/news'],
    [303, '/admin/news'],
  ])
  expect(await count('articles')).toBe(1)
})

test('a repeated form stores a deleted article again', async () => {
  const page = await openEditor('/admin/news/new')
  const before = await count('articles')
  await app.press(page, 'Save Article', article, { as: ada })
  await app.db
    .deleteFrom('articles')
    .where('id', '=', await newest('articles'))
    .execute()
  await twice(page, 'Save Article', article, ada)
  expect(await count('articles')).toBe(before + 1)
})

test('a second submit with other content is another article: nothing typed is lost', async () => {
  const page = await openEditor('/admin/news/new')
  const before = await count('articles')
  await app.press(page, 'Save Article', article, { as: ada })
  await app.press(page, 'Save Article', { ...article, title: 'Said again' }, { as: ada })
  expect(await count('articles')).toBe(before + 2)
})

test('a refused form keeps its idempotency token', async () => {
  const before = await count('articles')
  const refused = await app.press(
    await openEditor('/admin/news/new'),
    'Save Article',
    { ...article, title: '' },
    { as: ada },
  )
  expect(refused.status).toBe(422)
  await twice(refused, 'Save Article', article, ada)
  expect(await count('articles')).toBe(before + 1)
})

test('saving the same change of an article twice is no conflict', async () => {
  const { id } = await app.db.selectFrom('articles').select('id').limit(1).executeTakeFirstOrThrow()
  const answers = await twice(
    await openEditor(`/admin/news/${id}`),
    'Save Article',
    { title: 'Changed' },
    ada,
  )
  expect(answers.map(({ status }) => status)).toEqual([303, 303])
  const stored = await app.db.selectFrom('articles').select('title').where('id', '=', id).execute()
  expect(stored).toEqual([{ title: 'Changed' }])
})

test('saving the same scores twice is no conflict', async () => {
  await app.setClock(between)
  const page = await app.get('/admin?round=1', { as: ada })
  const filled = await app.follow(await app.press(page, 'Fill with real results', {}, { as: ada }), {
    as: ada,
  })
  const answers = await twice(filled, 'Save Player Scores', {}, ada)
  expect(answers.map(({ status }) => status)).toEqual([303, 303])
})

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ArticleDraft } from '#app/game/article/article.ts'
import {
  changeArticle,
  createArticle,
  readArticleContent,
  removeArticle,
} from '#app/services/news/articles.server.ts'
import { SANITISER_VERSION } from '#app/services/news/sanitise-article.server.ts'
import { findArticle, insertArticle } from '#db/news/articles.server.ts'
import { insertImage } from '#db/news/images.server.ts'
import { openTestDatabase } from '../../support/test-database.ts'

let store: Awaited<ReturnType<typeof openTestDatabase>>
beforeEach(async () => {
  store = await openTestDatabase()
})
afterEach(() => store.db.destroy())

const draft: ArticleDraft = {
  title: 'Hello',
  slug: '',
  summary: 'About it',
  content: '<p onclick="x()">Text</p><script>alert(1)</script>',
  imageUrl: '',
  imageCredit: '',
  publishDate: '2025-05-12',
  category: 'OTHER',
}

async function create(change: Partial<ArticleDraft> = {}) {
  const made = await createArticle(store.db, { draft: { ...draft, ...change }, clock: store.clock })
  if (!made.ok) throw new Error(JSON.stringify(made))
  return made
}

function change(id: number, seenAt: number | null, typed: Partial<ArticleDraft> = {}) {
  return changeArticle(store.db, { id, seenAt, draft: { ...draft, ...typed }, clock: store.clock })
}

async function found(id: number) {
  const article = await findArticle(store.db, id)
  if (!article) throw new Error(`No article ${id}`)
  return article
}

async function version(): Promise<number> {
  const row = await store.db.selectFrom('versions').select('n').where('topic', '=', 'news').executeTakeFirst()
  return row?.n ?? -1
}

function everything() {
  return store.db.selectFrom('articles').selectAll().execute()
}

test('a new article is sanitised, reports removed content, and invalidates the news', async () => {
  const before = await version()
  const { id, removed } = await create()
  expect(await found(id)).toMatchObject({
    title: 'Hello',
    slug: 'hello',
    contentHtml: '<p>Text</p>',
    sanitiserVersion: SANITISER_VERSION,
    imageUrl: null,
    countryCode: null,
  })
  expect(removed).toEqual(['onclick on <p>', '<script>'])
  expect(await version()).toBe(before + 1)
})

describe('a refused article changes nothing', () => {
  test.each([
    ['by the rules', { title: '' }, { title: 'ARTICLE_TITLE_MISSING' }],
    ['tangled', { content: '<div>'.repeat(5_000) }, { content: 'ARTICLE_CONTENT_TANGLED' }],
    [
      'with an image that was never uploaded',
      { imageUrl: '/images/nope.webp' },
      { imageUrl: 'ARTICLE_IMAGE_UNKNOWN' },
    ],
  ])('%s', async (_, typed, problems) => {
    const { id } = await create()
    const [before, at] = [await everything(), await version()]
    const refused = { ok: false, problem: 'ARTICLE_INVALID', problems }
    expect(await createArticle(store.db, { draft: { ...draft, ...typed }, clock: store.clock })).toEqual(
      refused,
    )
    expect(await change(id, null, typed)).toEqual(refused)
    expect(await everything()).toEqual(before)
    expect(await version()).toBe(at)
  })
})

test('an uploaded image can be used', async () => {
  const uploadedBy = await store.manager('ada')
  const image = { name: 'abc.webp', bytes: new Uint8Array([1]), width: 1, height: 1 }
  await insertImage(store.db, { image, uploadedBy, now: 1 })
  const { id } = await create({ imageUrl: '/images/abc.webp', imageCredit: 'Ada' })
  expect(await found(id)).toMatchObject({ imageUrl: '/images/abc.webp', imageCredit: 'Ada' })
})

describe('changing an article', () => {
  test('replaces it and retains its flag', async () => {
    const { id } = await create()
    await store.db.updateTable('articles').set({ country_code: 'AT' }).execute()
    const { updatedAt } = await found(id)
    expect(await change(id, updatedAt, { title: 'New title', slug: 'own' })).toMatchObject({ ok: true, id })
    expect(await found(id)).toMatchObject({ title: 'New title', slug: 'own', countryCode: 'AT' })
  })

  test('after another admin’s change is refused with the stored article', async () => {
    const { id } = await create()
    const seen = (await found(id)).updatedAt
    expect(await change(id, seen, { title: 'First' })).toMatchObject({ ok: true })
    const refused = await change(id, seen, { title: 'Second' })
    expect(refused).toMatchObject({ ok: false, problem: 'ARTICLE_CHANGED', stored: { title: 'First' } })
    expect((await found(id)).title).toBe('First')
    expect(await change(id, (await found(id)).updatedAt, { title: 'Second' })).toMatchObject({ ok: true })
    expect(await change(id, null, { title: 'Third' })).toMatchObject({ ok: true })
    expect((await found(id)).title).toBe('Third')
  })

  test('two changes never share an instant, even when the clock stands still or is set back', async () => {
    const { id } = await create()
    const first = (await found(id)).updatedAt
    await change(id, first)
    const second = (await found(id)).updatedAt
    store.setClock('2025-01-01T00:00:00Z')
    await change(id, second)
    const third = (await found(id)).updatedAt
    expect([second > first, third > second]).toEqual([true, true])
  })

  test('that was deleted is reported, whatever the input', async () => {
    const { id } = await create()
    await removeArticle(store.db, id)
    for (const typed of [{}, { title: '' }]) {
      expect(await change(id, null, typed)).toEqual({ ok: false, problem: 'ARTICLE_MISSING' })
    }
    expect(await everything()).toEqual([])
  })
})

test('a deleted article is gone, and a second deletion is refused', async () => {
  const [{ id }, other] = [await create(), await create({ title: 'Other' })]
  const before = await version()
  expect(await removeArticle(store.db, id)).toEqual({ ok: true, title: 'Hello' })
  expect((await everything()).map((row) => row.id)).toEqual([other.id])
  expect(await version()).toBe(before + 1)
  expect(await removeArticle(store.db, id)).toEqual({ ok: false, problem: 'ARTICLE_MISSING' })
  expect(await version()).toBe(before + 1)
})

test('HTML from an earlier sanitiser is sanitised when it is shown; HTML from the current one is trusted', async () => {
  const raw = '<p>a</p><script>alert(1)</script><iframe src="https://evil.example"></iframe>'
  const old = {
    title: 'Old',
    slug: 'old',
    summary: '',
    publishDate: '2025-05-01',
    category: 'OTHER',
  } as const
  const picture = { imageUrl: null, imageCredit: null, countryCode: null }
  const id = await insertArticle(store.db, { ...old, ...picture, contentHtml: raw, sanitiserVersion: 1 }, 1)
  expect(await readArticleContent(await found(id))).toEqual([{ kind: 'html', html: '<p>a</p>' }])
  const trusted = { contentHtml: raw, sanitiserVersion: SANITISER_VERSION }
  expect(await readArticleContent(trusted)).toEqual([{ kind: 'html', html: raw }])
})

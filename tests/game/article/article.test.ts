import { describe, expect, test } from 'vitest'
import {
  type ArticleDraft,
  type ArticleProblems,
  checkArticle,
  isImageUrl,
} from '#app/game/article/article.ts'

const draft: ArticleDraft = {
  title: 'Käärijä is back',
  slug: '',
  summary: 'A surprise.',
  content: '<p>Text</p>',
  imageUrl: '',
  imageCredit: '',
  publishDate: '2025-05-12',
  category: 'OTHER',
}

test('an article is stored as its rules read it', () => {
  const typed = {
    ...draft,
    title: '  Ka\u0308a\u0308rija\u0308 is back ',
    summary: ' Two\r\nlines  ',
    content: 'a\r\nb',
    imageUrl: '/images/abc.webp',
    imageCredit: ' Anna ',
  }
  expect(checkArticle(typed)).toEqual({
    ok: true,
    article: {
      title: 'Käärijä is back',
      slug: 'kaarija-is-back',
      summary: 'Two lines',
      content: 'a\nb',
      imageUrl: '/images/abc.webp',
      imageCredit: 'Anna',
      publishDate: '2025-05-12',
      category: 'OTHER',
    },
  })
})

test('summary, content, image and credit may be missing', () => {
  const article = { summary: '', imageUrl: null, imageCredit: null, content: '' }
  expect(checkArticle({ ...draft, summary: ' ', content: '' })).toMatchObject({ ok: true, article })
})

describe('a slug', () => {
  test.each([
    ['', 'kaarija-is-back'],
    ['My own slug!', 'my-own-slug'],
    ['../../admin', 'admin'],
    ['???', 'kaarija-is-back'],
  ])('typed as %j becomes %j', (slug, stored) => {
    expect(checkArticle({ ...draft, slug })).toMatchObject({ ok: true, article: { slug: stored } })
  })

  test('of a title without a single word character has a plain name', () => {
    expect(checkArticle({ ...draft, title: '日本' })).toMatchObject({
      ok: true,
      article: { slug: 'article' },
    })
  })
})

const refusals: [Partial<ArticleDraft>, ArticleProblems][] = [
  [{ title: ' \t ' }, { title: 'ARTICLE_TITLE_MISSING' }],
  [{ title: 'x'.repeat(201) }, { title: 'ARTICLE_TITLE_TOO_LONG', slug: 'ARTICLE_SLUG_TOO_LONG' }],
  [{ title: 'a\u0000b' }, { title: 'ARTICLE_TITLE_MALFORMED' }],
  [{ title: 'a\u202Eb' }, { title: 'ARTICLE_TITLE_MALFORMED' }],
  [{ title: '\uD800' }, { title: 'ARTICLE_TITLE_MALFORMED' }],
  [{ slug: 'x'.repeat(201) }, { slug: 'ARTICLE_SLUG_TOO_LONG' }],
  [{ slug: '?'.repeat(401) }, { slug: 'ARTICLE_SLUG_TOO_LONG' }],
  [{ slug: 'a\u0000b' }, { slug: 'ARTICLE_SLUG_MALFORMED' }],
  [{ slug: 'a\uD800' }, { slug: 'ARTICLE_SLUG_MALFORMED' }],
  [{ summary: ' '.repeat(1001) }, { summary: 'ARTICLE_SUMMARY_TOO_LONG' }],
  [{ summary: 'x'.repeat(501) }, { summary: 'ARTICLE_SUMMARY_TOO_LONG' }],
  [{ summary: 'a\u0007' }, { summary: 'ARTICLE_SUMMARY_MALFORMED' }],
  [{ content: 'ä'.repeat(40 * 1024 + 1) }, { content: 'ARTICLE_CONTENT_TOO_LONG' }],
  [{ content: 'a\u0000' }, { content: 'ARTICLE_CONTENT_MALFORMED' }],
  [{ content: '\uDC00' }, { content: 'ARTICLE_CONTENT_MALFORMED' }],
  [{ imageUrl: 'https://evil.example/x.webp' }, { imageUrl: 'ARTICLE_IMAGE_UNKNOWN' }],
  [{ imageUrl: '/images/../x.webp' }, { imageUrl: 'ARTICLE_IMAGE_UNKNOWN' }],
  [{ imageCredit: 'x'.repeat(201) }, { imageCredit: 'ARTICLE_CREDIT_TOO_LONG' }],
  [{ publishDate: '' }, { publishDate: 'ARTICLE_DATE_INVALID' }],
  [{ publishDate: '2025-02-29' }, { publishDate: 'ARTICLE_DATE_INVALID' }],
  [{ publishDate: '2025-13-01' }, { publishDate: 'ARTICLE_DATE_INVALID' }],
  [{ publishDate: '12.05.2025' }, { publishDate: 'ARTICLE_DATE_INVALID' }],
  [{ publishDate: '+12025-01-01' }, { publishDate: 'ARTICLE_DATE_INVALID' }],
  [{ category: 'SPORT' }, { category: 'ARTICLE_CATEGORY_UNKNOWN' }],
  [{ category: '' }, { category: 'ARTICLE_CATEGORY_UNKNOWN' }],
]

test.each(refusals)('%j is refused', (change, problems) => {
  expect(checkArticle({ ...draft, ...change })).toEqual({ ok: false, problems })
})

test('all problems are reported at once', () => {
  const all = checkArticle({ ...draft, title: '', publishDate: 'soon', category: 'x' })
  expect(all).toMatchObject({ ok: false })
  expect(Object.keys(all.ok ? {} : all.problems)).toEqual(['title', 'publishDate', 'category'])
})

test('a leap day, the longest title and exactly 80 kB are accepted', () => {
  const article = { title: '🎤'.repeat(200), slug: 'x'.repeat(200), publishDate: '2024-02-29' }
  expect(checkArticle({ ...draft, ...article, content: 'x'.repeat(80 * 1024) })).toMatchObject({ ok: true })
})

test.each(['/images/a.webp', '/images/Ab_-9.webp'])('%s is a picture of ours', (path) => {
  expect(isImageUrl(path)).toBe(true)
})

test.each([
  'images/a.webp',
  '/images/a.png',
  '/images/a.webp?x',
  '/images/a/b.webp',
  '//images/a.webp',
  '/images/.webp',
])('%s is none', (path) => {
  expect(isImageUrl(path)).toBe(false)
})

import { expect, test } from 'vitest'
import { findCacheablePage } from '#app/server/cache/cacheable-pages.server.ts'
import { toConsentCacheKey } from '#app/server/cache/consent-cache-key.server.ts'

test.each([
  '/',
  '/?dialog=cookies',
  '/news',
  '/news?page=1',
  '/news?page=100',
  '/news?page=2&dialog=cookies',
  '/news/7-basel-is-ready',
  '/songs?play=CH',
  '/terms-of-service',
  '/privacy-policy?dialog=cookies',
  '/sitemap.xml',
  '/robots.txt',
  '/deadlines.ics',
])('%s may be cached, under its own address', (target) => {
  expect(findCacheablePage(target)?.target).toBe(target)
})

test.each([
  '',
  '/?',
  '/?page=2',
  '/?_data=root',
  '/?dialog=other',
  '/news/',
  '/news.data',
  '/news?page=0',
  '/news?page=02',
  '/news?page=101',
  '/news?page=%32',
  '/news?page=2&page=3',
  '/news?page=2&',
  '/news?page=2&utm_source=x',
  '/news?page=2=3',
  '/news?constructor=2',
  '/news/7',
  '/news/07-x',
  '/news/x-7',
  '/news/7-a/b',
  '/news/7-%C3%A9',
  '/songs?play=ch',
  '/news/7-basel-is-ready?play=dQw4w9WgXcQ',
  '/game',
  '/admin',
  '/robots.txt?x',
  '/deadlines.ics?x',
  '//news',
  'http://localhost:3000/news',
])('%s is not cached', (target) => {
  expect(findCacheablePage(target)).toBeUndefined()
})

test.each([
  [undefined, ''],
  ['tz=UTC', ''],
  ['zone=UTC', ''],
  ['consent=necessary', 'consent=necessary'],
  ['tz=UTC; consent=necessary.socials; league=1', 'consent=necessary.socials'],
  ['consent=necessary.analytics.socials.advertising', 'consent=necessary.analytics.socials.advertising'],
  ['consent=necessary.socials.analytics', ''],
  ['consent=necessary.other', ''],
  ['consent=socials', ''],
  ['consent=', ''],
  ['xconsent=necessary', ''],
])('of the cookies %s the cache key has "%s"', (cookie, expected) => {
  expect(toConsentCacheKey(cookie)).toBe(expected)
})

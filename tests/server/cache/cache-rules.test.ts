import { expect, test } from 'vitest'
import { toConsentCacheKey } from '#app/http/cookies/consent.server.ts'
import { findCacheRule } from '#app/server/cache/cache-rules.server.ts'

test.each([
  '/',
  '/?dialog=cookies',
  '/news',
  '/news?page=1',
  '/news?page=100',
  '/news?page=2&dialog=cookies',
  '/news/7-basel-is-ready',
  '/songs?play=CH',
  '/songs?show=3',
  '/songs?show=1&play=CH',
  '/terms-of-service',
  '/privacy-policy?dialog=cookies',
  '/sitemap.xml',
  '/robots.txt',
  '/deadlines.ics',
])('%s may be cached', (target) => {
  expect(findCacheRule(target)?.authorize).toBe('signed-out')
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
  '/songs?show=0',
  '/songs?show=10',
  '/songs?q=vaeb',
  '/songs?show=1&q=',
  '/news/7-basel-is-ready?play=dQw4w9WgXcQ',
  '/game',
  '/admin',
  '/robots.txt?x',
  '/deadlines.ics?x',
  '//news',
  'http://localhost:3000/news',
])('%s is not cached', (target) => {
  expect(findCacheRule(target)).toBeUndefined()
})

test.each([
  ['/api/players', 'anyone'],
  ['/api/news?limit=3', 'anyone'],
  ['/api/teams', 'caller'],
  ['/api/teams?limit=100', 'caller'],
  ['/api/teams?offset=200&limit=100', 'caller'],
  ['/api/teams?offset=20', 'caller'],
  ['/api/teams?limit=71', undefined],
  ['/api/teams?offset=5&limit=10', undefined],
  ['/api/teams?limit=10&offset=10', undefined],
  ['/api/teams?', undefined],
  ['/api/players?limit=10', undefined],
  ['/api/leagues/mine', undefined],
])('the list %s is cached for %s', (target, authorize) => {
  expect(findCacheRule(target)?.authorize).toBe(authorize)
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

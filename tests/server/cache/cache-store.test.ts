import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createCacheStore } from '#app/server/cache/cache-store.server.ts'
import {
  type CachedResponse,
  isPubliclyCacheable,
  toCachedResponse,
} from '#app/server/cache/cached-response.server.ts'
import { measureMemory } from '#tests/support/heap.ts'

const tomorrow = 1000
const cacheableHeaders = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'private, no-cache' }

async function pageOf(text: string, headers: Record<string, string> = {}, status = 200) {
  const response = new Response(text, { status, headers: { ...cacheableHeaders, ...headers } })
  if (!isPubliclyCacheable(response, { authorize: 'signed-out' })) return undefined
  return toCachedResponse(response, { validUntil: tomorrow, effort: 'best' })
}

async function cachedPage(text: string): Promise<CachedResponse> {
  const page = await pageOf(text)
  if (!page) throw new Error('The page should be cacheable')
  return page
}

const textOf = (page: CachedResponse | undefined) => page?.variants.identity.body.toString()

test('only a public response with status 200 is cached', async () => {
  expect(textOf(await pageOf('hello'))).toBe('hello')
  expect(await pageOf('gone', {}, 404)).toBeUndefined()
  expect(await pageOf('', { Location: '/' }, 308)).toBeUndefined()
  expect(await pageOf('hello', { 'Set-Cookie': 'a=b' })).toBeUndefined()
  expect(await pageOf('hello', { 'Cache-Control': 'private, no-store' })).toBeUndefined()
  expect(await pageOf('hello', { 'Content-Security-Policy': "script-src 'nonce-abc'" })).toBeUndefined()
})

test('a page has one ETag in all its encodings, another page has another', async () => {
  const [one, same, other] = [await cachedPage('one'), await cachedPage('one'), await cachedPage('other')]
  expect(one.etag).toMatch(/^W\/"[\w-]{22}"$/)
  expect(same.etag).toBe(one.etag)
  expect(other.etag).not.toBe(one.etag)
})

test('a page that reads as the one before is not compressed again, another one is', async () => {
  const cache = createCacheStore()
  const render = (version: string, text: string) =>
    cache.render({ key: '/', version }, () =>
      toCachedResponse(new Response(text, { headers: cacheableHeaders }), {
        validUntil: tomorrow,
        effort: 'best',
        replaced: cache.findReplaced({ key: '/', version }),
      }),
    )
  const brotliOf = (version: string) => cache.find({ key: '/', version }, 0)?.variants.br.body
  await render('1', 'home')
  const first = brotliOf('1')
  await render('2', 'home')
  expect(brotliOf('2')).toBe(first)
  await render('3', 'home with news')
  expect(brotliDecompressSync(brotliOf('3') ?? '').toString()).toBe('home with news')
})

test('a cached page is found only under its key and version, and until it expires', async () => {
  const cache = createCacheStore()
  await cache.render({ key: '/', version: '1.1' }, () => cachedPage('home'))
  expect(textOf(cache.find({ key: '/', version: '1.1' }, tomorrow - 1))).toBe('home')
  expect(cache.find({ key: '/', version: '1.1' }, tomorrow)).toBeUndefined()
  expect(cache.find({ key: '/', version: '2.1' }, 0)).toBeUndefined()
  expect(cache.find({ key: '/news', version: '1.1' }, 0)).toBeUndefined()
})

test('concurrent requests for a page render it once', async () => {
  const cache = createCacheStore()
  let renderings = 0
  const render = (version: string) =>
    cache.render({ key: '/', version }, () => {
      renderings += 1
      return cachedPage(`home of ${version}`)
    })
  const pages = await Promise.all([...Array(50).fill('1'), '2'].map(render))
  expect(renderings).toBe(2)
  expect(new Set(pages.slice(0, 50)).size).toBe(1)
  expect(pages[50]).not.toBe(pages[0])
})

test('the next request renders again after a failure or an uncacheable response', async () => {
  const cache = createCacheStore()
  const home = { key: '/', version: '1' }
  const failing = () => Promise.reject(new Error('no database'))
  const [first, second] = [cache.render(home, failing), cache.render(home, failing)]
  await expect(first).rejects.toThrow('no database')
  await expect(second).rejects.toThrow('no database')
  await cache.render(home, async () => new Response('', { status: 404 }))
  expect(cache.find(home, 0)).toBeUndefined()
  await cache.render(home, () => cachedPage('home'))
  expect(textOf(cache.find(home, 0))).toBe('home')
})

test('a cache with too many pages evicts the least recently used', async () => {
  const cache = createCacheStore({ responses: 2, bytes: 1_000_000 })
  const keyOf = (key: string) => ({ key, version: '1' })
  await cache.render(keyOf('a'), () => cachedPage('a'))
  await cache.render(keyOf('b'), () => cachedPage('b'))
  cache.find(keyOf('a'), 0)
  await cache.render(keyOf('c'), () => cachedPage('c'))
  expect(['a', 'b', 'c'].filter((key) => cache.find(keyOf(key), 0))).toEqual(['a', 'c'])
})

test('a cached page is a copy that retains no larger buffer', async () => {
  const page = await cachedPage('x'.repeat(50_000))
  const { br, gzip, identity } = page.variants
  for (const { body } of [br, gzip, identity]) expect(body.buffer.byteLength).toBe(body.length)
  const headers = page.headers.join('').length
  const bodies = br.body.length + gzip.body.length + identity.body.length
  expect(page.bytes).toBeGreaterThan(bodies + headers)
})

test('a full cache stays within its memory limit, whatever larger strings its pages and keys come from', async () => {
  const bytes = 3 * 1024 * 1024
  const cache = createCacheStore({ responses: 100_000, bytes })
  const before = measureMemory()
  for (let n = 0; n < 500; n += 1) {
    const target = `/news/${n}-${'x'.repeat(20_000)}`
    const page = await cachedPage(`page ${n} ${'x'.repeat(5_000)}${Math.random()}`)
    cache.set({ key: target.slice(0, 300), version: '1' }, page)
  }
  expect(measureMemory() - before).toBeLessThan(3 * bytes)
  const keys = Array.from({ length: 500 }, (_, n) => `/news/${n}-${'x'.repeat(20_000)}`.slice(0, 300))
  const cachedCount = keys.filter((key) => cache.find({ key, version: '1' }, 0)).length
  expect(cachedCount).toBeGreaterThan(300)
  expect(cachedCount).toBeLessThan(500)
})

test('the cache stays within its size limit, and a page rendered again counts once', async () => {
  const page = await cachedPage('x'.repeat(1000))
  const cache = createCacheStore({ responses: 100, bytes: 3 * (page.bytes + 5) })
  for (const version of ['1', '2', '3', '4', '5'])
    await cache.render({ key: 'again', version }, async () => page)
  const keys = ['a', 'b', 'c']
  for (const key of keys.slice(0, 2)) await cache.render({ key, version: '5' }, async () => page)
  expect(['again', 'a', 'b'].every((key) => cache.find({ key, version: '5' }, 0))).toBe(true)
  await cache.render({ key: 'c', version: '5' }, async () => page)
  expect(['again', 'a', 'b', 'c'].filter((key) => cache.find({ key, version: '5' }, 0))).toEqual([
    'a',
    'b',
    'c',
  ])
})

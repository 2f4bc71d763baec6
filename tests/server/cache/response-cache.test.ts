import { expect, test } from 'vitest'
import { type CachedResponse, toPublicCachedResponse } from '#app/server/cache/cached-response.server.ts'
import { createResponseCache } from '#app/server/cache/response-cache.server.ts'
import { measureMemory } from '#tests/support/heap.ts'

const tomorrow = 1000
const always = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'private, no-cache' }

async function pageOf(text: string, headers: Record<string, string> = {}, status = 200) {
  const response = new Response(text, { status, headers: { ...always, ...headers } })
  return toPublicCachedResponse(response, response.headers, { validUntil: tomorrow, effort: 'best' })
}

async function kept(text: string): Promise<CachedResponse> {
  const page = await pageOf(text)
  if (!page) throw new Error('This page should be one to keep')
  return page
}

const textOf = (page: CachedResponse | undefined) => page?.variants.identity.body.toString()

test('what is not an answer of 200 for everybody is never kept', async () => {
  expect(textOf(await pageOf('hello'))).toBe('hello')
  expect(await pageOf('gone', {}, 404)).toBeUndefined()
  expect(await pageOf('', { Location: '/' }, 308)).toBeUndefined()
  expect(await pageOf('hello', { 'Set-Cookie': 'a=b' })).toBeUndefined()
  expect(await pageOf('hello', { 'Cache-Control': 'private, no-store' })).toBeUndefined()
  expect(await pageOf('hello', { 'Content-Security-Policy': "script-src 'nonce-abc'" })).toBeUndefined()
})

test('one page has one tag in all its forms, another page another', async () => {
  const [one, same, other] = [await kept('one'), await kept('one'), await kept('other')]
  expect(one.etag).toMatch(/^W\/"[\w-]{22}"$/)
  expect(same.etag).toBe(one.etag)
  expect(other.etag).not.toBe(one.etag)
})

test('a kept page is found under its key and its versions only, and until it changes by itself', async () => {
  const cache = createResponseCache()
  await cache.render({ key: '/', version: '1.1' }, () => kept('home'))
  expect(textOf(cache.find({ key: '/', version: '1.1' }, tomorrow - 1))).toBe('home')
  expect(cache.find({ key: '/', version: '1.1' }, tomorrow)).toBeUndefined()
  expect(cache.find({ key: '/', version: '2.1' }, 0)).toBeUndefined()
  expect(cache.find({ key: '/news', version: '1.1' }, 0)).toBeUndefined()
})

test('however many ask at once, a page is drawn once', async () => {
  const cache = createResponseCache()
  let drawings = 0
  const ask = (version: string) =>
    cache.render({ key: '/', version: version }, () => {
      drawings += 1
      return kept(`home of ${version}`)
    })
  const answers = await Promise.all([...Array(50).fill('1'), '2'].map(ask))
  expect(drawings).toBe(2)
  expect(new Set(answers.slice(0, 50)).size).toBe(1)
  expect(answers[50]).not.toBe(answers[0])
})

test('a drawing that fails, or is not for keeping, is tried anew by who asks next', async () => {
  const cache = createResponseCache()
  const home = { key: '/', version: '1' }
  const failing = () => Promise.reject(new Error('no database'))
  const [first, second] = [cache.render(home, failing), cache.render(home, failing)]
  await expect(first).rejects.toThrow('no database')
  await expect(second).rejects.toThrow('no database')
  await cache.render(home, async () => new Response('', { status: 404 }))
  expect(cache.find(home, 0)).toBeUndefined()
  await cache.render(home, () => kept('home'))
  expect(textOf(cache.find(home, 0))).toBe('home')
})

test('when there are too many pages, the one unused for the longest goes', async () => {
  const cache = createResponseCache({ pages: 2, bytes: 1_000_000 })
  const keyOf = (key: string) => ({ key, version: '1' })
  await cache.render(keyOf('a'), () => kept('a'))
  await cache.render(keyOf('b'), () => kept('b'))
  cache.find(keyOf('a'), 0)
  await cache.render(keyOf('c'), () => kept('c'))
  expect(['a', 'b', 'c'].filter((key) => cache.find(keyOf(key), 0))).toEqual(['a', 'c'])
})

test('a kept page is a copy: what it holds on to is no larger than itself', async () => {
  const page = await kept('x'.repeat(50_000))
  const { br, gzip, identity } = page.variants
  for (const { body } of [br, gzip, identity]) expect(body.buffer.byteLength).toBe(body.length)
  const headers = page.headers.join('').length
  const bodies = br.body.length + gzip.body.length + identity.body.length
  expect(page.bytes).toBeGreaterThan(bodies + headers)
})

test('a full cache holds no more memory than it may, whatever its pages and keys were cut from', async () => {
  const bytes = 3 * 1024 * 1024
  const cache = createResponseCache({ pages: 100_000, bytes })
  const before = measureMemory()
  for (let n = 0; n < 500; n += 1) {
    const target = `/news/${n}-${'x'.repeat(20_000)}`
    const page = await kept(`page ${n} ${'x'.repeat(5_000)}${Math.random()}`)
    cache.set({ key: target.slice(0, 300), version: '1' }, page)
  }
  expect(measureMemory() - before).toBeLessThan(3 * bytes)
  const found = Array.from({ length: 500 }, (_, n) => `/news/${n}-${'x'.repeat(20_000)}`.slice(0, 300))
  const held = found.filter((key) => cache.find({ key, version: '1' }, 0)).length
  expect(held).toBeGreaterThan(300)
  expect(held).toBeLessThan(500)
})

test('pages never take more room than they may, and one drawn again takes its room once', async () => {
  const page = await kept('x'.repeat(1000))
  const cache = createResponseCache({ pages: 100, bytes: 3 * (page.bytes + 5) })
  for (const version of ['1', '2', '3', '4', '5'])
    await cache.render({ key: 'again', version: version }, async () => page)
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

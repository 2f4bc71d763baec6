import { expect, test } from 'vitest'
import { draftReturnToLimits, getReturnTo } from '#app/ui/navigation/return-to.ts'

const at = (search: string) => ({ pathname: '/game/team', search })

test('the address of a page includes its query', () => {
  expect(getReturnTo(at('?picks=AT.GR&teamName=The+Six'))).toBe('/game/team?picks=AT.GR&teamName=The+Six')
  expect(getReturnTo(at(''))).toBe('/game/team')
})

test('an overlong query is left out', () => {
  expect(getReturnTo(at(`?q=${'a'.repeat(397)}`))).toContain('?q=a')
  expect(getReturnTo(at(`?q=${'a'.repeat(398)}`))).toBe('/game/team')
  expect(getReturnTo(at(`?${'&'.repeat(16)}`))).toBe('/game/team')
})

test('a path of no page becomes the start page', () => {
  for (const pathname of [`/${'a'.repeat(300)}`, `/images/"'"'`, '/%22%3Cb%3E'])
    expect(getReturnTo({ pathname, search: '?q=a' })).toBe('/')
  const article = `/news/123456789012345-${'a-'.repeat(125)}`
  expect(getReturnTo({ pathname: article, search: '' })).toBe(article)
})

test('the sign-in card keeps a draft with the longest names', () => {
  const name = encodeURIComponent('👨‍👩‍👧'.repeat(12))
  expect(getReturnTo(at(`?teamName=${name}&managerName=${name}`), draftReturnToLimits)).toContain(name)
  expect(getReturnTo(at(`?q=${'a'.repeat(2_000)}`), draftReturnToLimits)).toBe('/game/team')
})

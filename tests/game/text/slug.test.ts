import { expect, test } from 'vitest'
import { toSlug } from '#app/game/text/slug.ts'

test.each([
  ['Austria wins with “Wasted Love”', 'austria-wins-with-wasted-love'],
  ['Zoë Më, Marko Bošnjak & Nina Žižić', 'zoe-me-marko-bosnjak-nina-zizic'],
  ['  What the Hell   Just Happened? ', 'what-the-hell-just-happened'],
  ['Twelve-points: 12/12', 'twelve-points-1212'],
  ['snake_case stays', 'snake_case-stays'],
  ['A – B', 'a-b'],
  ['RÓA', 'roa'],
  ['Ομάδα', ''],
  ['', ''],
])('the slug of %j is %j', (title, slug) => {
  expect(toSlug(title)).toBe(slug)
})

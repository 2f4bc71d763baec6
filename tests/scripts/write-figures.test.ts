import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readSettings } from '../../scripts/bench/settings.ts'
import { replaceFigures } from '../../scripts/bench/write-figures.ts'

/** Figures of the benchmark in docs/performance.md. */
const text = 'Before.\n<!-- figures: api -->\n\nold\n\n<!-- /figures: api -->\nAfter.\n'

test('new figures replace the old ones of their part, and the text around them stays', () => {
  expect(replaceFigures(text, { part: 'api', markdown: '| new |' })).toBe(
    'Before.\n<!-- figures: api -->\n\n| new |\n\n<!-- /figures: api -->\nAfter.\n',
  )
})

test('figures of a part without a place are refused', () => {
  expect(() => replaceFigures(text, { part: 'rush', markdown: '' })).toThrow("'rush'")
})

test('docs/performance.md has a place for every part of the benchmark', () => {
  const document = readFileSync('docs/performance.md', 'utf8')
  const all = readSettings(['rankings', 'public-pages', 'api', 'first-visit', 'rush', 'publish', 'memory'])
  if (typeof all === 'string') throw new Error(all)
  for (const { name } of all.parts)
    expect(replaceFigures(document, { part: name, markdown: 'new' })).toContain(
      `<!-- figures: ${name} -->\n\nnew\n\n<!-- /figures: ${name} -->`,
    )
})

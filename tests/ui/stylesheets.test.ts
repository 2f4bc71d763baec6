import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

/** Classes that components compose from a prop, so that a search for the whole name does not find them. */
const sharedClasses = [
  'badge-spot',
  'badge-ink',
  'badge-line',
  'btn-spot',
  'btn-line',
  'btn-lg',
  'btn-i',
  'flag-s',
]
const numberClasses = ['num-sm', 'num-md', 'num-lg', 'pos-1', 'pos-2', 'pos-3', 'm1', 'm2', 'm3']
const gameClasses = ['num-xl', 'badge-warn', 'badge-ok', 'btn-bad', 'btn-field', 'move-up', 'move-down']

/** A style sheet with its local imports. */
function readStylesheet(file: string): string {
  const text = readFileSync(file, 'utf8')
  return text.replace(/@import "(\.[^"]*)"[^;]*;/g, (_, name) => readStylesheet(join(dirname(file), name)))
}

test.each([
  [
    'the public pages',
    ['app/styles.css', 'app/ui/styles/bundles/deferred-bundle.css'],
    [...sharedClasses, ...numberClasses],
  ],
  [
    'the game',
    ['app/styles.css', 'app/ui/styles/bundles/game-bundle.css'],
    [...sharedClasses, ...numberClasses, ...gameClasses],
  ],
] as const)('%s: each size and tone has a rule', (_, sheets, names) => {
  const css = sheets.map(readStylesheet).join('\n')
  expect(css.length).toBeGreaterThan(10_000)
  expect(names.filter((name) => !new RegExp(`\\.${name}\\b(?!-)`).test(css))).toEqual([])
})

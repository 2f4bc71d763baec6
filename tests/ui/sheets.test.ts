import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

/** Classes that components make of a word, which no search for a whole name finds, have their rule where they are shown. */
const everywhere = [
  'badge-spot',
  'badge-ink',
  'badge-line',
  'btn-spot',
  'btn-line',
  'btn-lg',
  'btn-i',
  'flag-s',
]
const figures = ['num-sm', 'num-md', 'num-lg', 'pos-1', 'pos-2', 'pos-3', 'm1', 'm2', 'm3']
const ofTheGame = [
  'num-xl',
  'badge-warn',
  'badge-ok',
  'badge-bad',
  'btn-bad',
  'btn-field',
  'move-up',
  'move-down',
]

/** A sheet with all that it brings along from here. */
function read(file: string): string {
  const text = readFileSync(file, 'utf8')
  return text.replace(/@import "(\.[^"]*)"[^;]*;/g, (_, name) => read(join(dirname(file), name)))
}

test.each([
  ['the public pages', ['app/styles.css', 'app/ui/later-sheet.css'], [...everywhere, ...figures]],
  ['the game', ['app/styles.css', 'app/ui/game-sheet.css'], [...everywhere, ...figures, ...ofTheGame]],
] as const)('%s have a rule for each size and tone', (_, sheets, names) => {
  const css = sheets.map(read).join('\n')
  expect(css.length).toBeGreaterThan(10_000)
  expect(names.filter((name) => !new RegExp(`\\.${name}\\b(?!-)`).test(css))).toEqual([])
})

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import postcss from 'postcss'
import { expect, test } from 'vitest'
import { stylesForOldBrowsers } from '../../scripts/old-browsers.ts'

/** The step of the build that makes the style sheets ones for browsers of five years ago (decision 0019). */
const convert = (css: string) => postcss([stylesForOldBrowsers]).process(css, { from: undefined }).css

test('layers come in the order of their cascade, and rules without one behind them', () => {
  const css =
    'i{top:0}@layer theme,base,components,utilities;@layer utilities{u{top:1px}}@layer base{b{top:2px}}'
  expect(convert(css)).toBe('b{top:2px}u{top:1px}i{top:0}')
})

test('what layers would turn round is refused, and a layer that no order is known for', () => {
  expect(() => convert('@layer base{b{top:0!important}}')).toThrow('Only a utility may be important')
  expect(() => convert('@layer extra{b{top:0}}')).toThrow("'extra'")
  expect(() => convert('@media print{@layer base{b{top:0}}}')).toThrow('cannot be unwrapped')
})

test('a mixture of two tokens gets its colour in each theme, one of another colour is not shown', () => {
  const tokens = (own: string) => `${own};${Array.from({ length: 9 }, (_, n) => `--t${n}:0`).join(';')}`
  const [light, stage] = [tokens('--ink:#000;--surface:#fff'), tokens('--ink:#f00')]
  const mixes = [
    '.lamp{fill:color-mix(in srgb,var(--ink) 50%,var(--surface))}',
    '.row{color:color-mix(in srgb,var(--f) 13%,transparent)}',
  ]
  const css = convert(
    `@layer utilities{@supports (color:color-mix(in lab,red,red)){${mixes.join('')}}.stage{${stage}}}:root{${light}}`,
  )
  expect(css.replaceAll(/\s|;(?=})/g, '')).toMatch(
    /^\.lamp\{fill:var\(--mix-1\)}\.row\{color:transparent}@supports/,
  )
  expect([...css.matchAll(/--mix-1:\s*([^;}]+)/g)].map(([, colour]) => colour)).toEqual(['#ff8080', 'gray'])
})

test('what a browser lacks gets a fallback under the condition that it lacks it', () => {
  const css = convert(
    '@layer utilities{.a{gap:1rem 2rem;padding-inline:var(--gap)}@media print{.b{max-height:9dvh}}}',
  )
  expect(css).toContain('{*{--row-gap:0;--column-gap:0}.a>*{--row-gap:1rem;--column-gap:2rem}')
  expect(css).toContain('.flex-wrap>* { margin: .1rem var(--column-gap) .1rem 0 }')
  expect(css).toContain('.a{gap:1rem 2rem;padding-left:var(--gap);padding-right:var(--gap)}')
  expect(css).toContain('@media print{.b{max-height:9dvh}@supports not (height:1dvh){.b{max-height:9vh}}}')
})

test('initial values are those of a block that every browser knows', () => {
  const block = '@supports ((-webkit-hyphens:none) or (-moz-orient:inline)){*,:before{--tw-leading:initial}}'
  const css = `@layer properties{${block}}@property --tw-leading{syntax:"*";inherits:false}`
  expect(convert(css)).toBe('*,:before{--tw-leading:initial}')
})

test('what is moved is transformed, and keyframes stay as they are', () => {
  const css = convert('@layer utilities{.a{translate:0 1px}.b{translate:none}}@keyframes grow{0%{scale:0 1}}')
  expect(css).toBe(
    '@supports not (translate:0){.a{transform:translate(0,1px)}}.a{translate:0 1px}.b{translate:none}@keyframes grow{0%{scale:0 1}}',
  )
})

const folder = 'build/client/assets'
const sheets = readdirSync(folder).filter((name) => name.endsWith('.css'))

test.each(sheets)('%s has nothing that the oldest browsers take for an error of a whole rule', (name) => {
  const root = postcss.parse(readFileSync(join(folder, name), 'utf8'))
  const wrong: string[] = []
  root.walkAtRules('layer', ({ params }) => void wrong.push(`@layer ${params}`))
  root.walkDecls(/^((padding|margin|inset)-(inline|block)|inset)$/, ({ prop }) => void wrong.push(prop))
  expect(wrong).toEqual([])
  expect(root.nodes.length).toBeGreaterThan(100)
})

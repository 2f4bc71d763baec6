import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

/** WCAG 2.2, 1.4.3 and 1.4.11, for the pairs of tokens that components combine, in every palette. */
const css = ['theme', 'print']
  .map((name) => readFileSync(`app/ui/styles/${name}.css`, 'utf8').replace(/\/\*.*?\*\//gs, ''))
  .join('\n')

/** The declarations of all rules that match `head`. */
function readRules(head: RegExp): string {
  return [...css.matchAll(new RegExp(`${head.source}([^}]*)\\}`, 'gm'))]
    .map(([, inside]) => inside)
    .join('\n')
}

const light = readRules(/^:root \{/)
const dark = readRules(/^@media \(prefers-color-scheme: dark\) \{\s*:root \{/)
const stage = readRules(/^@utility stage \{/)
const paper = readRules(/^@media print \{\s*:root,\s*\.stage \{/)

type Palette = ReadonlyMap<string, string>

function readPalette(block: string): Palette {
  const pairs = block.matchAll(/--([\w-]+): (#[0-9a-f]{3,6});/g)
  return new Map([...pairs].map(([, name = '', colour = '']) => [name, colour]))
}

test.each(Object.entries({ light, dark, stage, paper }))('%s has a colour for each role', (_, block) => {
  expect(readPalette(block).size).toBeGreaterThan(18)
})

test('the stage has the colours of the dark theme, in a darker hall', () => {
  const own = ['bg', 'stage']
  const withoutOwn = (block: string) =>
    [...readPalette(block)].filter(([name]) => !own.includes(name)).toSorted()
  expect(withoutOwn(stage)).toEqual(withoutOwn(dark))
})

/** Later palettes override earlier ones. */
function mergePalettes(...blocks: string[]): Palette {
  return new Map(blocks.flatMap((block) => [...readPalette(block)]))
}

const palettes: Record<string, Palette> = {
  light: mergePalettes(light),
  dark: mergePalettes(light, dark),
  stage: mergePalettes(light, stage),
  'stage, dark theme': mergePalettes(light, dark, stage),
  paper: mergePalettes(light, paper),
  'paper, dark theme': mergePalettes(light, dark, paper),
  'paper, stage': mergePalettes(light, stage, paper),
}

/** Relative luminance of '#rrggbb' or '#rgb' (WCAG 2.2). */
function luminance(colour: string): number {
  const digits = colour.length === 4 ? colour.slice(1).replace(/./g, '$&$&') : colour.slice(1)
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(digits.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(palette: Palette, one: string, other: string): number {
  const [least = 0, most = 0] = [one, other]
    .map((name) => {
      const colour = palette.get(name)
      if (!colour) throw new Error(`No colour called ${name}`)
      return luminance(colour)
    })
    .sort((a, b) => a - b)
  return (most + 0.05) / (least + 0.05)
}

const texts = [
  ...['bg', 'surface', 'sunken', 'raised', 'spot-wash'].flatMap((background) => [
    ['ink', background] as const,
    ['muted', background] as const,
  ]),
  ...['bg', 'surface', 'raised', 'spot-wash'].map((background) => ['spot-ink', background] as const),
  ['on-spot', 'spot'],
  ['on-spot', 'spot-hi'],
  ['on-spot', 'gold'],
  ['on-spot', 'silver'],
  ['on-spot', 'bronze'],
  ['bg', 'ink'],
  ['ok', 'ok-wash'],
  ['ok', 'surface'],
  ['ok', 'spot-wash'],
  ['warn', 'warn-wash'],
  ['ink', 'warn-wash'],
  ['bad', 'surface'],
  ['bad', 'bad-wash'],
  ['bad', 'spot-wash'],
] as const

/** Borders of controls, and the focus ring on everything it surrounds. */
const controls = [
  ...['bg', 'surface', 'sunken'].map((background) => ['edge', background] as const),
  ...['bg', 'surface', 'sunken', 'raised', 'spot-wash', 'warn-wash'].map(
    (background) => ['focus', background] as const,
  ),
  ['warn', 'warn-wash'],
] as const

describe.each(Object.entries(palettes))('%s', (_, palette) => {
  test('has all colours', () => {
    expect(palette.size).toBeGreaterThan(20)
  })

  test.each(texts)('text in %s on %s has 4.5 : 1', (foreground, background) => {
    expect(contrast(palette, foreground, background)).toBeGreaterThanOrEqual(4.5)
  })

  test.each(controls)('%s on %s has 3 : 1', (foreground, background) => {
    expect(contrast(palette, foreground, background)).toBeGreaterThanOrEqual(3)
  })
})

test('the contrast ratio is that of WCAG', () => {
  const known = new Map([
    ['black', '#000'],
    ['white', '#ffffff'],
    ['grey', '#767676'],
  ])
  expect(contrast(known, 'black', 'white')).toBeCloseTo(21, 5)
  expect(contrast(known, 'grey', 'white')).toBeCloseTo(4.54, 2)
})

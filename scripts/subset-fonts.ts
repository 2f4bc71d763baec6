/**
 * Generates the font files of app/ui/styles/fonts.css and app/fonts/faces.css from @fontsource-variable/archivo: only the
 * glyphs, widths and weights in use. Two cuts, because nothing between them is used and one variable cut is twice as
 * large: normal for text, condensed for headings and numerals. Each glyph set is loaded only where a page needs
 * it; the faces of all but the basic set are generated too. The files are not checked in; the build runs this first.
 * Fonts that are up to date stay.
 */
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

const require = createRequire(import.meta.url)
const self = fileURLToPath(import.meta.url)
const target = join(dirname(self), '../app/fonts')
const FEATURES = ['kern', 'mark', 'mkmk', 'ccmp', 'locl', 'tnum', 'lnum'] as const

function range(from: number, to: number): string {
  return Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)).join('')
}

const SOURCES = {
  latin: require.resolve('@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2'),
  'latin-ext': require.resolve('@fontsource-variable/archivo/files/archivo-latin-ext-wdth-normal.woff2'),
} as const

const BASIC = `${range(0x20, 0x7e)}\u00a0·×‐‑–—‘’‚“”„•…−`
/** Letters that are frequent in the contest's names: a page of all its songs needs no others. */
const ACCENTS = 'ÀÁÂÄÅÆÇÈÉÍÓÔÖØÚÜßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþ'
const HACEKS = 'ĆćČčđŠšŽž'
const EXTENDED = `${HACEKS}ĀāăąĒēęěğīıłńňőřśūůźżșț`
const ALL_ACCENTS = `${range(0xa1, 0xb6)}${range(0xb8, 0xd6)}${range(0xd8, 0xff)}Œœ‹›€™`
const ALL_EXTENDED = `${range(0x100, 0x151)}${range(0x154, 0x17f)}ȘșȚțƏəǍǎǓǔẞẼẽ`

/** The characters of `all` that are not in `common`. */
function rest(all: string, common: string): string {
  return [...all].filter((letter) => !common.includes(letter)).join('')
}

const TEXT = { wdth: { min: 100, max: 122 }, wght: { min: 400, max: 800 } }
const HEADLINE = { wdth: { min: 62, max: 66 }, wght: 850 }

const FACES = {
  'archivo-text': { from: 'latin', glyphs: BASIC, axes: TEXT },
  'archivo-headline': { from: 'latin', glyphs: BASIC, axes: HEADLINE },
  'archivo-text-accents': { from: 'latin', glyphs: ACCENTS, axes: { ...TEXT, wdth: 102 } },
  'archivo-headline-accents': { from: 'latin', glyphs: ACCENTS, axes: { ...HEADLINE, wdth: 64 } },
  'archivo-text-accents-rare': {
    from: 'latin',
    glyphs: rest(ALL_ACCENTS, ACCENTS),
    axes: { ...TEXT, wdth: 102 },
  },
  'archivo-headline-accents-rare': {
    from: 'latin',
    glyphs: rest(ALL_ACCENTS, ACCENTS),
    axes: { ...HEADLINE, wdth: 64 },
  },
  // By themselves: a name with one of them is on the first screen of most years' songs.
  'archivo-text-haceks': { from: 'latin-ext', glyphs: HACEKS, axes: { ...TEXT, wdth: 102 } },
  'archivo-text-extended': {
    from: 'latin-ext',
    glyphs: rest(EXTENDED, HACEKS),
    axes: { ...TEXT, wdth: 102 },
  },
  'archivo-headline-extended': { from: 'latin-ext', glyphs: EXTENDED, axes: { ...HEADLINE, wdth: 64 } },
  'archivo-text-extended-rare': {
    from: 'latin-ext',
    glyphs: rest(ALL_EXTENDED, EXTENDED),
    axes: { ...TEXT, wdth: 102 },
  },
  'archivo-headline-extended-rare': {
    from: 'latin-ext',
    glyphs: rest(ALL_EXTENDED, EXTENDED),
    axes: { ...HEADLINE, wdth: 64 },
  },
} as const

for (const [name, { from, glyphs, axes }] of Object.entries(FACES)) {
  const source = SOURCES[from]
  const file = join(target, `${name}.woff2`)
  if (isUpToDate(file, [source, self])) continue
  mkdirSync(target, { recursive: true })
  const font = await subsetFont(readFileSync(source), glyphs, {
    targetFormat: 'woff2',
    variationAxes: axes,
    keepFeatures: FEATURES,
    noHinting: true,
    // The address of the licence, 20 to 56 bytes a file; the copyright stays by itself.
    preserveNameIds: [14],
  })
  writeFileSync(file, font)
  console.log(`app/fonts/${name}.woff2: ${(font.length / 1000).toFixed(1)} kB`)
}

const faces = Object.entries(FACES).flatMap(([name, { glyphs }]) =>
  glyphs === BASIC ? [] : [toFontFace(name, glyphs)],
)
writeFileSync(
  join(target, 'faces.css'),
  `/* Made by scripts/subset-fonts.ts: the faces of rarer letters. */\n${faces.join('')}`,
)

function toFontFace(name: string, glyphs: string): string {
  const [weight, stretch] = name.startsWith('archivo-text') ? ['400 800', '88% 125%'] : ['700 900', '62% 80%']
  return `@font-face {
  font-family: "Archivo";
  font-weight: ${weight};
  font-stretch: ${stretch};
  font-display: swap;
  src: url("./${name}.woff2") format("woff2");
  unicode-range: ${toUnicodeRange(glyphs)};
}
`
}

/** 'U+C0-C2, U+CD': the characters of a text as ranges. */
function toUnicodeRange(text: string): string {
  const ranges: { from: number; to: number }[] = []
  for (const code of [...text].map((letter) => letter.codePointAt(0) ?? 0).sort((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last && code <= last.to + 1) last.to = code
    else ranges.push({ from: code, to: code })
  }
  const hex = (code: number) => code.toString(16).toUpperCase()
  return ranges.map(({ from, to }) => `U+${hex(from)}${to > from ? `-${hex(to)}` : ''}`).join(', ')
}

function isUpToDate(file: string, sources: readonly string[]): boolean {
  if (!existsSync(file)) return false
  const madeAt = statSync(file).mtimeMs
  return sources.every((source) => statSync(source).mtimeMs <= madeAt)
}

import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { FLAG_FOLDER, FLAG_STRIPES } from '../app/ui/art/flag-stripes.ts'

/**
 * Copies the flags that spotlights use from country-flag-icons to FLAG_FOLDER, where pages load them: together they
 * are 31 kB. Existing flags stay. Writes a class for each flag's glow: its first colour that is neither white nor black.
 * Run by the build.
 */
const manifest = createRequire(import.meta.url).resolve('country-flag-icons/package.json')
const { version }: { version: string } = JSON.parse(readFileSync(manifest, 'utf8'))
if (!FLAG_FOLDER.endsWith(`-${version}`)) throw new Error(`FLAG_FOLDER must end in -${version}`)
const from = join(dirname(manifest), '3x2')
const to = join('public', FLAG_FOLDER)
const styles = resolve('app/ui/art/generated')

mkdirSync(to, { recursive: true })
for (const code of Object.keys(FLAG_STRIPES)) {
  const file = join(to, `${code}.svg`)
  if (!existsSync(file)) copyFileSync(join(from, `${code}.svg`), file)
}

mkdirSync(styles, { recursive: true })
const rules = Object.entries(FLAG_STRIPES).map(([code, stripes]) => {
  const glow = stripes.find((colour) => colour !== '#f4f7f7' && colour !== '#101010')
  return `.spill-${code} { --f: ${glow}; }\n`
})
writeFileSync(
  join(styles, 'flag-glows.css'),
  `/* Made by scripts/build-flags.ts: the colour of each flag's light. */\n${rules.join('')}`,
)

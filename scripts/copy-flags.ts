import { copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { FLAG_STRIPES } from '../app/ui/art/flag-stripes.ts'

/**
 * Copies the flags that beams exist for from country-flag-icons into public/flags, where the pages find them:
 * all of them together weigh 31 kB. Run by the build; a flag that is there already stays.
 */
const from = join(dirname(createRequire(import.meta.url).resolve('country-flag-icons/package.json')), '3x2')
const to = resolve('public/flags')

mkdirSync(to, { recursive: true })
for (const code of Object.keys(FLAG_STRIPES)) {
  const file = join(to, `${code}.svg`)
  if (!existsSync(file)) copyFileSync(join(from, `${code}.svg`), file)
}

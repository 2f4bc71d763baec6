import { copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { FLAG_STRIPES } from '../app/ui/art/flag-stripes.ts'

/**
 * Copies the flags that spotlights use from country-flag-icons to public/flags, where pages load them: together they
 * are 31 kB. Run by the build; existing flags stay.
 */
const from = join(dirname(createRequire(import.meta.url).resolve('country-flag-icons/package.json')), '3x2')
const to = resolve('public/flags')

mkdirSync(to, { recursive: true })
for (const code of Object.keys(FLAG_STRIPES)) {
  const file = join(to, `${code}.svg`)
  if (!existsSync(file)) copyFileSync(join(from, `${code}.svg`), file)
}

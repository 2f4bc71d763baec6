import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Rollup } from 'vite'

/** Packages of which browsers get something else than script: letters, flags, and the first rules of every style sheet. */
const withoutScript = ['@fontsource-variable/archivo', 'country-flag-icons', 'tailwindcss']

/**
 * Writes the licences of all packages of which browsers get something into one file: as comments in the script they would be
 * 0.9 kB of every game page. What the server runs is installed, each package with its own.
 */
export const listLicenses: Rollup.Plugin = {
  name: 'licenses',
  generateBundle(_options, bundle) {
    const modules = Object.values(bundle).flatMap((file) =>
      file.type === 'chunk' ? Object.entries(file.modules) : [],
    )
    const scripts = modules.flatMap(([id, { renderedLength }]) =>
      renderedLength > 0 ? (/.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? []) : [],
    )
    const names = [...new Set([...scripts, ...withoutScript])].sort()
    const source = names.map(readLicense).join('\n\n')
    this.emitFile({ type: 'asset', fileName: 'licenses.txt', source })
  },
}

function readLicense(name: string): string {
  const folder = join('node_modules', name)
  const { version, license }: { version: string; license: string } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  )
  const file = readdirSync(folder).find((each) => each.startsWith('LICENSE'))
  if (!file) throw new Error(`${name} has no file with its licence`)
  return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), 'utf8')}`
}

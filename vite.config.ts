import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { vitePlugin as remix } from '@remix-run/dev'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import options from './remix.config.js'

/** Lays a copy beside each script and style sheet, squeezed once and for all: app/http/squeezed.server.ts sends it. */
const squeeze: Plugin = {
  name: 'squeeze',
  apply: 'build',
  writeBundle({ dir }, bundle) {
    if (!dir?.endsWith('client')) return
    for (const name of Object.keys(bundle).filter((each) => /\.(css|js)$/.test(each))) {
      const file = join(dir, name)
      writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)))
    }
  },
}

/** Beside the later sheet lies one of a single line that asks for it: app/ui/sheets.ts says why. */
const askLater: Plugin = {
  name: 'ask-later',
  apply: 'build',
  generateBundle(_options, bundle) {
    for (const name of Object.keys(bundle).filter((each) => each.includes('/later-sheet-')))
      this.emitFile({
        type: 'asset',
        fileName: name.replace('later-', 'ask-later-'),
        source: `@import '/${name}';`,
      })
  },
}

export default defineConfig({
  plugins: [tailwindcss(), process.env.VITEST ? null : remix(options), askLater, squeeze],
  build: { assetsInlineLimit: 0, target: 'es2020' },
})

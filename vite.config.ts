import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { vitePlugin as remix } from '@remix-run/dev'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin, type Rollup } from 'vite'
import options from './remix.config.js'

/** Lays a copy beside each script and style sheet, compressed once and for all: app/server/response/compress.server.ts sends it. */
const precompress: Plugin = {
  name: 'precompress',
  apply: 'build',
  writeBundle({ dir }, bundle) {
    if (!dir?.endsWith('client')) return
    for (const name of Object.keys(bundle).filter((each) => /\.(css|js)$/.test(each))) {
      const file = join(dir, name)
      writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)))
    }
  },
}

/** Beside the deferred style sheet lies one of a single line that imports it: app/ui/styles/bundles/stylesheets.ts says why. */
const loadDeferredStyles: Plugin = {
  name: 'load-deferred-styles',
  apply: 'build',
  generateBundle(_options, bundle) {
    for (const name of Object.keys(bundle).filter((each) => each.includes('/deferred-bundle-')))
      this.emitFile({
        type: 'asset',
        fileName: name.replace('deferred-bundle-', 'load-deferred-bundle-'),
        source: `@import '/${name}';`,
      })
  },
}

/**
 * Packages in one file of script, and what pages with script use of our own in another; a page's route stays by itself. Left
 * alone Rollup made some forty files for a page, which weigh more and start later.
 */
const manualChunks: Rollup.GetManualChunk = (id, { getModuleInfo }) => {
  if (id.includes('/node_modules/')) return 'packages'
  if (!/\/app\/(ui|game|demo)\//.test(id)) return null
  return [...usersOf(id, getModuleInfo)].some((user) => isShipped(getModuleInfo(user))) ? 'game' : null
}

/** Whether a module is the root or a route whose page ships script. */
function isShipped(module: Rollup.ModuleInfo | null): boolean {
  return module !== null && (/\/app\/root\.tsx/.test(module.id) || /\bhydrates: true/.test(module.code ?? ''))
}

/** The modules that import a module, themselves or through others. */
function usersOf(
  id: string,
  getModuleInfo: Rollup.GetModuleInfo,
  users: Set<string> = new Set(),
): Set<string> {
  for (const user of getModuleInfo(id)?.importers ?? []) {
    if (users.has(user)) continue
    users.add(user)
    usersOf(user, getModuleInfo, users)
  }
  return users
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [tailwindcss(), process.env.VITEST ? null : remix(options), loadDeferredStyles, precompress],
  build: {
    assetsInlineLimit: 0,
    target: 'es2020',
    rollupOptions: { output: isSsrBuild ? {} : { manualChunks } },
  },
}))

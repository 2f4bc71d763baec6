import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { vitePlugin as remix } from '@remix-run/dev'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin, type Rollup } from 'vite'
import options from './remix.config.js'

/** Writes a Brotli copy beside each script and style sheet, which app/server/response/compress.server.ts sends. */
const precompress: Plugin = {
  name: 'precompress',
  apply: 'build',
  writeBundle({ dir }, bundle) {
    if (!dir?.endsWith('client')) return
    for (const name of Object.keys(bundle).filter((fileName) => /\.(css|js)$/.test(fileName))) {
      const file = join(dir, name)
      writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)))
    }
  },
}

/**
 * Puts all packages into one chunk and the modules that pages with script share into another; each route has its own.
 * Rollup's default is some forty files for a page, which are larger together and start later.
 */
const manualChunks: Rollup.GetManualChunk = (id, { getModuleInfo }) => {
  if (id.includes('/node_modules/')) return 'packages'
  if (!/\/app\/(ui|game|demo)\//.test(id)) return null
  return [...findImporters(id, getModuleInfo)].some((importer) => hydrates(getModuleInfo(importer)))
    ? 'game'
    : null
}

/** Whether a module is the root or a route that hydrates. */
function hydrates(module: Rollup.ModuleInfo | null): boolean {
  return module !== null && (/\/app\/root\.tsx/.test(module.id) || /\bhydrates: true/.test(module.code ?? ''))
}

/** The modules that import a module, directly or indirectly. */
function findImporters(
  id: string,
  getModuleInfo: Rollup.GetModuleInfo,
  importers: Set<string> = new Set(),
): Set<string> {
  for (const importer of getModuleInfo(id)?.importers ?? []) {
    if (importers.has(importer)) continue
    importers.add(importer)
    findImporters(importer, getModuleInfo, importers)
  }
  return importers
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [tailwindcss(), process.env.VITEST ? null : remix(options), precompress],
  build: {
    assetsInlineLimit: 0,
    target: 'es2020',
    // Four of a game page's hundred kB less than esbuild's output, once per build.
    minify: isSsrBuild ? false : 'terser',
    terserOptions: { ecma: 2020, compress: { passes: 3, ecma: 2020 } },
    cssMinify: true,
    rollupOptions: { output: isSsrBuild ? {} : { manualChunks } },
  },
}))

import { vitePlugin as remix } from '@remix-run/dev'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin, type Rollup } from 'vite'
import options from './remix.config.js'
import { listLicenses } from './scripts/licenses.ts'
import { oldestBrowsers, stylesForOldBrowsers, unusedFeatures } from './scripts/old-browsers.ts'

/** Two pages that share a chunk of their own: team and line-up the draft, dashboard and leagues the tables, leagues and results the charts. */
const pairs = new Set(['lineup team', 'index leagues', 'leagues results'])

/**
 * Puts all packages into one chunk, and the modules that several pages with script share into another; a module of one page
 * is in the chunk of its route. Rollup's default is some forty files for a page, which are larger together and start later.
 */
const manualChunks: Rollup.GetManualChunk = (id, { getModuleInfo }) => {
  if (id.includes('/node_modules/')) return 'packages'
  if (!/\/app\/(ui|game|demo)\//.test(id)) return null
  const importers = [...findImporters(id, getModuleInfo)]
  const pages = importers.filter((importer) => hydrates(getModuleInfo(importer)) && !isAdmin(importer))
  const pair = pages.map(toPageName).sort().join(' ')
  if (pairs.has(pair)) return pair.replace(' ', '-')
  return pages.length > 1 || pages.some(isRoot) ? 'game' : null
}

/** Whether a module is the root or a route that hydrates. */
function hydrates(module: Rollup.ModuleInfo | null): boolean {
  return module !== null && (isRoot(module.id) || /\bhydrates: true/.test(module.code ?? ''))
}

/** What only an admin's page shares with one of the game is no weight for the others. */
const isAdmin = (id: string) => /\/app\/routes\/admin\./.test(id)

/** 'team' of 'app/routes/game.team/route.tsx'. */
const toPageName = (id: string) => /([a-z]+)\/route\.tsx/.exec(id)?.[1]

const isRoot = (id: string) => /\/app\/root\.tsx/.test(id)

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

/** Remix's options are constants of a build: what a browser would only run with other ones is left out of its script. */
const constantOptions: Plugin = {
  name: 'constant-options',
  transform: (code, id) =>
    /\/@remix-run\/react\/.+\.js$/.test(id)
      ? code.replace(/(?:[\w.]+\.)?future\.(v3_\w+)/g, (_, option) =>
          String(futureOptions.get(option) ?? false),
        )
      : null,
}

const futureOptions = new Map(Object.entries(options.future ?? {}))

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    tailwindcss(),
    process.env.VITEST ? null : remix(options),
    ...(isSsrBuild ? [] : [listLicenses, constantOptions]),
  ],
  css: {
    postcss: { plugins: [stylesForOldBrowsers] },
    lightningcss: { exclude: unusedFeatures },
  },
  build: {
    assetsInlineLimit: 0,
    target: 'es2020',
    // Four of a game page's hundred kB less than esbuild's output, once per build.
    minify: isSsrBuild ? false : 'terser',
    terserOptions: {
      ecma: 2020,
      compress: { passes: 3, ecma: 2020, pure_funcs: ['console.warn'], keep_fargs: false },
      format: { comments: false },
    },
    cssMinify: 'lightningcss',
    cssTarget: oldestBrowsers,
    rollupOptions: { output: isSsrBuild ? {} : { manualChunks } },
  },
}))

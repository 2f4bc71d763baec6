import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

/**
 * Remix's own options, read by vite.config.ts.
 * Every v3 flag is on, so that the later move to React Router is a rename;
 * lazy route discovery stays off (it would tell anybody the route table).
 * @type {import('@remix-run/dev').VitePluginConfig}
 */
export default {
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_singleFetch: true,
    v3_lazyRouteDiscovery: false,
    v3_routeConfig: false,
  },
  ignoredRouteFiles: ['**/*.test.*'],
  buildEnd: finishBuild,
}

/** Ends the build: Remix writes its manifest last. */
async function finishBuild() {
  shortenManifest('build/client')
  precompress('build/client/assets')
}

/**
 * Keeps only the pages of the game, and the desk, in the manifest that browsers load: no other page is reached without loading a
 * document or has script, and most of the manifest were their names. Routes without a page have an empty module.
 */
function shortenManifest(folder) {
  const name =
    readdirSync(join(folder, 'assets')).find((fileName) => /^manifest-.+\.js$/.test(fileName)) ?? ''
  const file = join(folder, 'assets', name)
  const [start, json] = readFileSync(file, 'utf8').split(/(?<=^[^=]+=)/)
  const manifest = JSON.parse(json.replace(/;$/, ''))
  const pages = Object.entries(manifest.routes).filter(
    ([id, { module, path }]) =>
      id === 'root' || (/^(game|admin\/desk$)/.test(path ?? '') && statSync(join(folder, module)).size > 1),
  )
  writeFileSync(file, `${start}${JSON.stringify({ ...manifest, routes: Object.fromEntries(pages) })};`)
}

/** Writes a Brotli copy beside each script and style sheet, which app/server/response/static-files.server.ts sends. */
function precompress(folder) {
  for (const name of readdirSync(folder).filter((fileName) => /\.(css|js)$/.test(fileName)))
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(readFileSync(join(folder, name))))
}

import { defineConfig } from 'vite'

/**
 * Bundles the HTTP entry and the scripts of its workers into build/node, so that production runs JavaScript without a TypeScript
 * loader: that took 100 MB of memory and half a second at every start (docs/performance.md). Packages stay outside.
 */
export default defineConfig({
  build: {
    ssr: true,
    outDir: 'build/node',
    copyPublicDir: false,
    target: 'node20',
    rollupOptions: {
      input: {
        server: 'server.ts',
        'scoreboard/worker': 'app/services/scoreboard/worker.ts',
        'news/sanitise-worker': 'app/services/news/sanitise-worker.ts',
      },
    },
  },
})

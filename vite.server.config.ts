import { defineConfig } from 'vite'

/**
 * Bundles the servers' entries, the worker scripts and the operators' commands into build/node, so that production needs no
 * TypeScript loader, which would cost 100 MB of memory and half a second at every start (docs/performance.md). Packages are
 * not bundled.
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
        'remix-serve': 'remix-serve.ts',
        'scoreboard/compute-worker': 'app/services/scoreboard/compute-worker.ts',
        'scoreboard/read-worker': 'app/services/scoreboard/read-worker.ts',
        migrate: 'scripts/migrate.ts',
        season: 'scripts/season.ts',
        backup: 'scripts/backup.ts',
        restore: 'scripts/restore.ts',
        move: 'scripts/move.ts',
        'news/sanitise-worker': 'app/services/news/sanitise-worker.ts',
      },
    },
  },
})

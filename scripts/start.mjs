import { existsSync } from 'node:fs'

/** `npm start`: runs the build, or reports that it is missing. */
const server = new URL('../build/node/server.js', import.meta.url)
if (!existsSync(server)) {
  process.stderr.write('Douze cannot start. It is not built yet. Run: npm run build\n')
  process.exit(1)
}
await import(server.href)

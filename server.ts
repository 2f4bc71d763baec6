import { bootBuild } from './app/server/boot.server.ts'

/** `npm start`: the server on a checked and migrated database. The game itself is loaded from the Remix build. */
process.env.NODE_ENV ||= 'production'
await bootBuild(process.argv.slice(2), (build) => build.entry.module.startServer(build))

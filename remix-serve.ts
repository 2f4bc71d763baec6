import { bootBuild } from './app/server/boot.server.ts'

// remix-serve listens on all interfaces unless told otherwise, and has no bounds for connections.
process.env.HOST ||= '127.0.0.1'

/** `npm run serve`: the same build for remix-serve, on a checked, locked and migrated database, with its background work. */
export const { assets, assetsBuildDirectory, basename, entry, future, isSpaMode, mode, publicPath, routes } =
  await bootBuild(process.argv.slice(3), (build) => build.entry.module.internals.startBackgroundWork())

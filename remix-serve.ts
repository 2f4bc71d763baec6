import { bootBuild } from './app/server/boot.server.ts'

/** `npm run serve`: the same build for remix-serve, on a checked, locked and migrated database, with its background work. */
export const { assets, assetsBuildDirectory, basename, entry, future, isSpaMode, mode, publicPath, routes } =
  await bootBuild((build) => build.entry.module.internals.startBackgroundWork())

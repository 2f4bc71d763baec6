import type { ServerBuild } from '@remix-run/node'
import { getRoutePath, listBranch } from './route-path.server.ts'

/**
 * For each path without parameters a build of its routes alone, by path: no other route wins there. React Router compares a
 * request with all routes of its build, three times for a page, and compiles their paths each time.
 */
export function buildByFixedPath(build: ServerBuild): ReadonlyMap<string, ServerBuild> {
  const { routes } = build
  const parents = new Set(Object.values(routes).map((route) => route?.parentId))
  const pages = Object.keys(routes)
    .filter((id) => !parents.has(id))
    .map((id) => ({ id, path: getRoutePath(routes, id) }))
    .filter(({ path }) => !/[:*?]/.test(path))
  return new Map(pages.map(({ id, path }) => [path, pickRoutes(build, listBranch(routes, id))]))
}

/** Only the server's copy of the list of routes is cut: the browser's is a file of its own. */
function pickRoutes(build: ServerBuild, ids: readonly string[]): ServerBuild {
  const assets = { ...build.assets, routes: pick(build.assets.routes, ids) }
  return { ...build, assets, routes: pick(build.routes, ids) }
}

function pick<Value>(all: Record<string, Value>, ids: readonly string[]): Record<string, Value> {
  return Object.fromEntries(Object.entries(all).filter(([id]) => ids.includes(id)))
}

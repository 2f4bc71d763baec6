import type { ServerBuild } from '@remix-run/node'

export type Routes = ServerBuild['routes']

/** The ids of a route's parents, the outermost first, and its own. */
export function listBranch(routes: Routes, id: string): string[] {
  const parentId = routes[id]?.parentId
  return parentId === undefined ? [id] : [...listBranch(routes, parentId), id]
}

/** The whole path of a route, its parents' first, such as '/news/:article'. */
export function getRoutePath(routes: Routes, id: string): string {
  return `/${listBranch(routes, id)
    .flatMap((each) => routes[each]?.path || [])
    .join('/')}`
}

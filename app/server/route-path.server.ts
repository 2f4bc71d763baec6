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

/**
 * Returns whether a path accepts a form: whether a route of the build matches it and has an action. The catch-all route of
 * the 404 page accepts none.
 */
export function createFormRouteMatcher(routes: Routes): (pathname: string) => boolean {
  const patterns = Object.keys(routes)
    .filter((id) => routes[id]?.module.action !== undefined && routes[id]?.path !== '*')
    .map((id) => new RegExp(`^${toPattern(getRoutePath(routes, id))}/?$`, 'i'))
  return (pathname) => patterns.some((pattern) => pattern.test(pathname))
}

function toPattern(path: string): string {
  return path === '/' ? '' : path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')
}

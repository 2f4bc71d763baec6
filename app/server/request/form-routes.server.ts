import { getRoutePath, type Routes } from '#app/server/route-path.server.ts'

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

import type { ServerBuild } from '@remix-run/node'

type Routes = ServerBuild['routes']

/**
 * Returns whether a path accepts a form: whether a route of the build matches it and has an action. The catch-all route of
 * the 404 page accepts none.
 */
export function createFormRouteMatcher(routes: Routes): (pathname: string) => boolean {
  const patterns = Object.values(routes)
    .filter((route) => route?.module.action !== undefined && route.path !== '*')
    .map((route) => new RegExp(`^${toPattern(routes, route?.id)}/?$`, 'i'))
  return (pathname) => patterns.some((pattern) => pattern.test(pathname))
}

function toPattern(routes: Routes, id: string | undefined): string {
  const route = id === undefined ? undefined : routes[id]
  if (!route) return ''
  const ownPattern = (route.path ?? '').replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')
  return toPattern(routes, route.parentId) + (ownPattern && `/${ownPattern}`)
}

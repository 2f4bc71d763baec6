import type { ServerBuild } from '@remix-run/node'

type Routes = ServerBuild['routes']

/**
 * Says whether a page's path takes a form: whether one of the build's routes stands there and has an action. What
 * stands for every address that there is not takes none.
 */
export function createFormRouteMatcher(routes: Routes): (pathname: string) => boolean {
  const patterns = Object.values(routes)
    .filter((route) => route?.module.action !== undefined && route.path !== '*')
    .map((route) => new RegExp(`^${patternOf(routes, route?.id)}/?$`, 'i'))
  return (pathname) => patterns.some((pattern) => pattern.test(pathname))
}

/** A route's whole path: it may lie beneath another's. */
function patternOf(routes: Routes, id: string | undefined): string {
  const route = id === undefined ? undefined : routes[id]
  if (!route) return ''
  const own = (route.path ?? '').replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')
  return patternOf(routes, route.parentId) + (own && `/${own}`)
}

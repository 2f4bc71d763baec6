import { type AppLoadContext, createRequestHandler, type ServerBuild } from '@remix-run/node'
import { config } from '#app/config.server.ts'
import { addNonPageHeaders } from '#app/http/security-headers.server.ts'
import { getRoutePath, listBranch } from './route-path.server.ts'

/** Remix's request handler, with the headers that every response has. */
export function createRemixHandler(build: ServerBuild) {
  const toHandler = (part: ServerBuild) => createRequestHandler(part, config.nodeEnv)
  const handleAny = toHandler(build)
  const handlers = new Map([...buildByFixedPath(build)].map(([path, part]) => [path, toHandler(part)]))
  return async (request: globalThis.Request, context?: AppLoadContext) => {
    // The script of a page loads what its page shows from '<path>.data'.
    const path = new URL(request.url).pathname.replace(/\.data$/, '')
    const handle = handlers.get(path) ?? handleAny
    const response = await handle(request, context)
    addNonPageHeaders(response.headers, config.isHttps)
    return response
  }
}

/** Remix answers 405 to a form that is posted to a route without an action, and reports it as an unexpected error. */
export function isMissingAction({ status, headers }: globalThis.Response): boolean {
  return status === 405 && !headers.has('Allow')
}

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

import { createRequestHandler, type ServerBuild } from '@remix-run/node'
import { asOneAnswer } from './log.server.ts'

type Routes = ServerBuild['routes']
type Ask = (request: Request) => Promise<Response>

/**
 * Answers by Remix. For each page it looks through all the routes it knows, some five times, so an address without
 * variables is asked of a handler that knows only the route there (docs/decisions/0009-what-a-page-costs.md).
 */
export function openRemix(build: ServerBuild, mode: string | undefined): Ask {
  const askAll = createRequestHandler(build, mode)
  const asks = new Map(
    plainPaths(build.routes).map(([path, id]) => [path, createRequestHandler(only(build, id), mode)]),
  )
  return (request) => {
    const ask = asks.get(new URL(request.url).pathname) ?? askAll
    return asOneAnswer(() => ask(request))
  }
}

/** The addresses that are one route's alone: no variable in them, and no route beneath. */
function plainPaths(routes: Routes): [path: string, id: string][] {
  const all = Object.values(routes).flatMap((route) => (route ? [route] : []))
  const parents = new Set(all.map((route) => route.parentId))
  return all
    .filter(({ id, path = '' }) => !parents.has(id) && !/[:*?]/.test(path))
    .map(({ id, path = '', parentId }) => [`${pathOf(routes, parentId)}/${path}`, id])
}

function pathOf(routes: Routes, id: string | undefined): string {
  const route = id === undefined ? undefined : routes[id]
  return route ? pathOf(routes, route.parentId) + (route.path ? `/${route.path}` : '') : ''
}

/** The build with one route and those it lies in. */
function only(build: ServerBuild, id: string): ServerBuild {
  const kept = new Set(withParents(build.routes, id))
  const { assets, routes } = build
  return { ...build, routes: pick(routes, kept), assets: { ...assets, routes: pick(assets.routes, kept) } }
}

function withParents(routes: Routes, id: string): string[] {
  const parentId = routes[id]?.parentId
  return parentId === undefined ? [id] : [id, ...withParents(routes, parentId)]
}

function pick<Value>(all: Record<string, Value>, ids: ReadonlySet<string>): Record<string, Value> {
  return Object.fromEntries(Object.entries(all).filter(([id]) => ids.has(id)))
}

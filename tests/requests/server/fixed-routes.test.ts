import { matchRoutes } from '@remix-run/react'
import { expect, test } from 'vitest'
import { buildByFixedPath } from '#app/server/remix-handler.server.ts'
import { readBuild } from '#tests/support/build-routes.ts'

const build = await readBuild()

type RouteObject = Parameters<typeof matchRoutes>[0][number]

/** The routes at the root or below a parent, as React Router takes them. */
function nest(parentId?: string): (RouteObject & { id: string })[] {
  return Object.values(build.routes).flatMap((route) => {
    if (!route || route.parentId !== parentId) return []
    const own = { id: route.id, ...(route.path && { path: route.path }) }
    return [route.index ? { ...own, index: true } : { ...own, children: nest(route.id) }]
  })
}

test('a path without parameters has the routes that match it among all routes of the build', () => {
  const all = nest()
  const parts = [...buildByFixedPath(build)]
  expect(parts.map(([path]) => path)).toEqual(
    expect.arrayContaining(['/', '/game', '/game/lineup', '/feed.xml']),
  )
  for (const [path, part] of parts) {
    const matched = matchRoutes(all, path)
      ?.map(({ route }) => route.id)
      .sort()
    expect(Object.keys(part.routes).sort(), path).toEqual(matched)
    expect(Object.keys(part.assets.routes).sort(), path).toEqual(matched)
  }
})

test('a path with parameters, and one of no page, are compared with all routes', () => {
  const ids = new Set([...buildByFixedPath(build).values()].flatMap(({ routes }) => Object.keys(routes)))
  expect(ids).not.toContain('routes/$')
  expect(ids).not.toContain('routes/news.$article')
  expect(ids).not.toContain('routes/screen.$secret')
})

import { matchRoutes } from '@remix-run/react'
import { expect, test } from 'vitest'
import { buildFixedRoutes } from '#app/server/fixed-routes.server.ts'
import { openApp } from '../../support/app.ts'

const { build } = await openApp()

/** The routes as React Router takes them, those at the root or below a parent. */
function nest(parentId?: string): { id: string; path?: string; children?: ReturnType<typeof nest> }[] {
  return Object.values(build.routes).flatMap((route) =>
    route && route.parentId === parentId
      ? [
          {
            id: route.id,
            index: route.index,
            path: route.path,
            children: route.index ? undefined : nest(route.id),
          },
        ]
      : [],
  ) as ReturnType<typeof nest>
}

test('a path without parameters has the routes that match it among all routes of the build', () => {
  const all = nest()
  const parts = [...buildFixedRoutes(build)]
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
  const ids = new Set([...buildFixedRoutes(build).values()].flatMap(({ routes }) => Object.keys(routes)))
  expect(ids).not.toContain('routes/$')
  expect(ids).not.toContain('routes/news.$article')
  expect(ids).not.toContain('routes/screen.$secret')
})

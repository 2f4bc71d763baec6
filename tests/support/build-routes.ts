import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { AppBuild } from '#app/server/boot.server.ts'

/** The build, to read its routes. It serves nothing here. */
export async function readBuild(): Promise<AppBuild> {
  return import(pathToFileURL(resolve('build/server/index.js')).href)
}

/** The ids of all routes of the build but the root, without their folder, and of those that a form or a call can be sent to. */
export async function listRoutes(): Promise<{ all: string[]; withAction: string[] }> {
  const routes = Object.values((await readBuild()).routes).flatMap((route) =>
    route && route.id !== 'root' ? [route] : [],
  )
  const toName = ({ id }: { id: string }) => id.replace(/^routes\//, '')
  return {
    all: routes.map(toName),
    withAction: routes.filter(({ module }) => 'action' in module).map(toName),
  }
}

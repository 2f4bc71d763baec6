import { type AppLoadContext, createRequestHandler, type ServerBuild } from '@remix-run/node'
import { config } from '#app/config.server.ts'
import { addNonPageHeaders } from '#app/http/security-headers.server.ts'
import { buildByFixedPath } from './fixed-routes.server.ts'

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

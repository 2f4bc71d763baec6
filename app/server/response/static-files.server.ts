import { readdirSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import compression from 'compression'
import express, { type Express, type NextFunction, type Response } from 'express'
import { config } from '#app/config.server.ts'
import { stripPageHeaders } from '#app/http/security-headers.server.ts'
import { exitWithError } from '#app/server/exit-with-error.server.ts'
import type { Exchange } from '#app/server/load-context.server.ts'
import { negotiateCoding } from './etag.server.ts'
import { sendFailure } from './send-error.server.ts'

const clientFolder = 'build/client'
const assetsPath = '/assets'

/** Express passes the context on in `response.locals`. */
type FileResponse = Response<unknown, Pick<Exchange, 'context'>>

/**
 * Serves the client files of the build. `isFile`: whether a request target is one, without touching the disk. `handleOther`: for a
 * method that files do not have, a folder, or a file that is gone.
 */
export function createFileServer(handleOther: (exchange: Exchange) => Promise<void>) {
  const isInFolder = createFileLookup(clientFolder)
  const app = createExpressApp()
  app.use(createFileRouter(isInFolder))
  app.use((request, response: FileResponse, next) => {
    handleOther({ request, response, ...response.locals }).catch(next)
  })
  // Express knows an error handler by its four parameters.
  app.use((error: unknown, request: IncomingMessage, response: FileResponse, _next: NextFunction) => {
    sendFailure(error, { request, response, ...response.locals })
  })
  return {
    isFile: (target: string) => isInFolder(target) || target.startsWith(`${assetsPath}/`),

    send({ request, response, context }: Exchange): void {
      app(request, Object.assign(response, { locals: { context } }))
    },

    /** Whether an address is a proxy that the configuration trusts (client-address.server.ts). */
    isTrustedProxy: app.get('trust proxy fn'),
  }
}

function createExpressApp(): Express {
  const app = express()
  app.disable('x-powered-by')
  // No file reads its query.
  app.set('query parser', false)
  try {
    app.set('trust proxy', config.trustedProxies)
  } catch (error) {
    exitWithError(`TRUSTED_PROXIES: ${error instanceof Error ? error.message : 'not understood'}`)
  }
  return app
}

function createFileRouter(isInFolder: (target: string) => boolean) {
  const files = express
    .Router()
    .use(compression(), express.static(clientFolder, { index: false, redirect: false, maxAge: '1h' }))
  const assets = express
    .Router()
    .use(compression(), servePrecompressed(`${clientFolder}${assetsPath}`), serveHashedFiles())
  return express
    .Router()
    .use(assetsPath, assets)
    .use((request, response, next) => (isInFolder(request.url) ? files(request, response, next) : next()))
}

/**
 * Serves files with a hash in their name. They never change and are fetched whole, so they need no ETag and no ranges.
 */
function serveHashedFiles() {
  return express.static(`${clientFolder}${assetsPath}`, {
    immutable: true,
    maxAge: '1y',
    fallthrough: false,
    etag: false,
    lastModified: false,
    acceptRanges: false,
    setHeaders: stripPageHeaders,
  })
}

/** Tells whether a request target is a file of a folder, which is listed once at start. */
function createFileLookup(folder: string): (target: string) => boolean {
  const names = new Set(readdirSync(folder, { recursive: true }).map((name) => `/${name}`))
  return (target) => names.has(target.split('?')[0] ?? '')
}

/** Serves the compressed copy of a file, which the build writes (remix.config.js), to browsers that accept brotli. */
function servePrecompressed(folder: string) {
  const copies = new Set(readdirSync(folder).filter((name) => name.endsWith('.br')))
  return (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    const { url = '', headers } = request
    if (copies.has(`${url.slice(1)}.br`)) {
      response.setHeader('Vary', 'Accept-Encoding')
      if (negotiateCoding(headers['accept-encoding']?.toString()) === 'br') {
        response.setHeader('Content-Encoding', 'br')
        response.setHeader(
          'Content-Type',
          `text/${url.endsWith('.css') ? 'css' : 'javascript'}; charset=utf-8`,
        )
        request.url = `${url}.br`
      }
    }
    next()
  }
}

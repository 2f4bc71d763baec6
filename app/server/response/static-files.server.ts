import { readdirSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import compression from 'compression'
import express from 'express'
import { stripPageHeaders } from '#app/http/security-headers.server.ts'
import { negotiateCoding } from './etag.server.ts'

const clientFolder = 'build/client'
const assetsPath = '/assets'

/** Serves the client files of the build. `isStaticFile`: whether a request target is one, without touching the disk. */
export function createStaticFiles() {
  const isInFolder = createStaticFileLookup(clientFolder)
  const files = express
    .Router()
    .use(compression(), express.static(clientFolder, { index: false, redirect: false, maxAge: '1h' }))
  const assets = express
    .Router()
    .use(compression(), servePrecompressed(`${clientFolder}${assetsPath}`), serveHashedFiles())
  const router = express
    .Router()
    .use(assetsPath, assets)
    .use((request, response, next) => (isInFolder(request.url) ? files(request, response, next) : next()))
  const isStaticFile = (target: string) => isInFolder(target) || target.startsWith(`${assetsPath}/`)
  return { router, isStaticFile }
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
function createStaticFileLookup(folder: string): (target: string) => boolean {
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

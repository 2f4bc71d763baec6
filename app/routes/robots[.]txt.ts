import { config } from '#app/config.server.ts'
import { respond } from '#app/http/responses.server.ts'

/** Paths that search engines must not crawl: pages that need a session, and URLs that are no pages. */
const disallowedPaths = ['/game', '/admin', '/auth', '/api', '/demo']

export function loader() {
  const lines = ['User-agent: *', ...disallowedPaths.map((path) => `Disallow: ${path}`)]
  const body = `${[...lines, '', `Sitemap: ${config.origin}/sitemap.xml`].join('\n')}\n`
  return respond(body, {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-cache' },
  })
}

import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '../../tests/support/provider.ts'
import { startAppServer } from './app-server.ts'
import {
  compareAll,
  formatRequest,
  type HttpResponse,
  reportComparisons,
  type ServerComparison,
  sendRequest,
  spawnOwned,
} from './compare-servers.ts'
import type { Bench, Report } from './part.ts'
import { createPublicDatabase } from './public-database.ts'

/** A cached page reaches at least this share of the rate of bare node:http with the same bytes. */
const leastShare = 0.5

/** Compares cached public pages with a baseline that sends the same bytes, alternately within one run. */
export async function measurePart({ workspace, logProgress }: Bench): Promise<Report> {
  const app = await startAppServer(workspace, await createPublicDatabase(workspace.folder))
  const children: ChildProcess[] = []
  try {
    const generator = spawnOwned(children, 'scripts/bench/closed-loop-load.ts')
    const comparisons: ServerComparison[] = []
    for (const [name, path, isConditional] of pages) {
      const headers = {
        'Accept-Encoding': 'gzip',
        ...(isConditional ? { 'If-None-Match': await readEtag(app, path) } : {}),
      }
      const response = await sendRequest(app, path, headers)
      const baseline = await startBaseline(children, response)
      const rawRequest = formatRequest(app, path, headers)
      comparisons.push({
        name: `${name}, ${response.status}, ${response.body.length} bytes`,
        ports: { app, baseline },
        rawRequest,
        rates: { app: [], baseline: [] },
      })
    }
    await compareAll(generator, comparisons, (line) => logProgress(`public pages: ${line}`))
    return reportComparisons(comparisons, { subject: 'cached page', leastShare, baseline: 'bare node:http' })
  } finally {
    for (const child of children) child.kill()
  }
}

const pages = [
  ['home', '/', false],
  ['news', '/news', false],
  ['home, not modified', '/', true],
] as const

async function startBaseline(
  children: ChildProcess[],
  { status, headers, body }: HttpResponse,
): Promise<number> {
  const port = await freePort()
  const baseline = spawnOwned(children, 'scripts/bench/baseline-server.ts')
  baseline.send({ port, status, headers, body: body.toString('base64') })
  await once(baseline, 'message')
  return port
}

async function readEtag(port: number, path: string): Promise<string> {
  const { headers } = await sendRequest(port, path, {})
  return headers[headers.findIndex((name) => name.toLowerCase() === 'etag') + 1] ?? ''
}

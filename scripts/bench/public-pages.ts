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
export async function measurePart({ workspace, say }: Bench): Promise<Report> {
  const app = await startAppServer(workspace, await createPublicDatabase(workspace.folder))
  const children: ChildProcess[] = []
  try {
    const hammer = spawnOwned(children, 'scripts/bench/closed-loop-load.ts')
    const duels: ServerComparison[] = []
    for (const [name, path, isKnown] of asked) {
      const headers = {
        'Accept-Encoding': 'gzip',
        ...(isKnown ? { 'If-None-Match': await tagOf(app, path) } : {}),
      }
      const answer = await sendRequest(app, path, headers)
      const floor = await startFloor(children, answer)
      const question = formatRequest(app, path, headers)
      duels.push({
        name: `${name}, ${answer.status}, ${answer.body.length} bytes`,
        ports: { app, floor },
        question,
        rates: { app: [], floor: [] },
      })
    }
    await compareAll(hammer, duels, (line) => say(`public pages: ${line}`))
    return reportComparisons(duels, { subject: 'kept page', leastShare, floor: 'bare node:http' })
  } finally {
    for (const child of children) child.kill()
  }
}

const asked = [
  ['home', '/', false],
  ['news', '/news', false],
  ['home, known', '/', true],
] as const

async function startFloor(
  children: ChildProcess[],
  { status, headers, body }: HttpResponse,
): Promise<number> {
  const port = await freePort()
  const floor = spawnOwned(children, 'scripts/bench/baseline-server.ts')
  floor.send({ port, status, headers, body: body.toString('base64') })
  await once(floor, 'message')
  return port
}

async function tagOf(port: number, path: string): Promise<string> {
  const { headers } = await sendRequest(port, path, {})
  return headers[headers.findIndex((name) => name.toLowerCase() === 'etag') + 1] ?? ''
}

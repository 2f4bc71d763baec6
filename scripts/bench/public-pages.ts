import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '../../tests/provider.ts'
import { startAppServer } from './app-server.ts'
import { type Answer, ask, type Duel, fightAll, own, reportDuels, spell } from './duel.ts'
import type { Bench, Report } from './part.ts'
import { makePublicStore } from './public-store.ts'

/** A kept page is to be sent at this share of what bare node:http does with the same bytes, at least. */
const leastShare = 0.5

/** Kept public pages beside a floor that sends the same, in turns within one run. */
export async function measurePart({ workspace, say }: Bench): Promise<Report> {
  const app = await startAppServer(workspace, await makePublicStore(workspace.folder))
  const children: ChildProcess[] = []
  try {
    const hammer = own(children, 'scripts/bench/hammer.ts')
    const duels: Duel[] = []
    for (const [name, path, isKnown] of asked) {
      const headers = {
        'Accept-Encoding': 'gzip',
        ...(isKnown ? { 'If-None-Match': await tagOf(app, path) } : {}),
      }
      const answer = await ask(app, path, headers)
      const floor = await startFloor(children, answer)
      const question = spell(app, path, headers)
      duels.push({
        name: `${name}, ${answer.status}, ${answer.body.length} bytes`,
        ports: { app, floor },
        question,
        rates: { app: [], floor: [] },
      })
    }
    await fightAll(hammer, duels, (line) => say(`public pages: ${line}`))
    return reportDuels(duels, { subject: 'kept page', leastShare, floor: 'bare node:http' })
  } finally {
    for (const child of children) child.kill()
  }
}

const asked = [
  ['home', '/', false],
  ['news', '/news', false],
  ['home, known', '/', true],
] as const

async function startFloor(children: ChildProcess[], { status, headers, body }: Answer): Promise<number> {
  const port = await freePort()
  const floor = own(children, 'scripts/bench/floor-server.ts')
  floor.send({ port, status, headers, body: body.toString('base64') })
  await once(floor, 'message')
  return port
}

async function tagOf(port: number, path: string): Promise<string> {
  const { headers } = await ask(port, path, {})
  return headers[headers.findIndex((name) => name.toLowerCase() === 'etag') + 1] ?? ''
}

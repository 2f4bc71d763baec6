import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSession } from '#app/auth/session/session.server.ts'
import { openDatabase } from '#db/sqlite/open.server.ts'
import { freePort } from '../../tests/support/provider.ts'
import { startAppServer } from './app-server.ts'
import {
  compareAll,
  formatRequest,
  reportComparisons,
  type ServerComparison,
  sendRequest,
  spawnOwned,
} from './compare-servers.ts'
import type { Bench, Report } from './part.ts'
import { rankByPlainSql } from './publish/plain-sql-ranking.ts'
import { findGameId } from './publish/run.ts'
import { seedLargeDatabase } from './seed-large-database.ts'

/** The API serves a list at least as fast as the hand-written baseline. */
const leastShare = 1
const teams = 10_000
const path = '/api/teams?limit=100'

/**
 * GET /api/teams?limit=100 compared with a hand-written baseline: bare node:http with the same credential check,
 * which runs the prepared statement for each request on stored ranks. Both use the same database and alternate within
 * one run.
 */
export async function measurePart({ workspace, say }: Bench): Promise<Report> {
  const file = join(workspace.folder, 'api.db')
  const db = openDatabase(file, { mayCreate: true })
  await seedLargeDatabase(db, teams)
  const { cookieHeader } = await createSession(db, { managerId: 1, now: Date.now() })
  const gameId = await findGameId(db)
  await db.destroy()
  const floorFile = join(workspace.folder, 'api-floor.db')
  copyFileSync(file, floorFile)
  rankByPlainSql(floorFile, gameId)
  const app = await startAppServer(workspace, file)
  const children: ChildProcess[] = []
  try {
    const hammer = spawnOwned(children, 'scripts/bench/closed-loop-load.ts')
    const floor = await startFloor(children, floorFile)
    const headers = { Cookie: cookieHeader }
    const [ours, theirs] = [await sendRequest(app, path, headers), await sendRequest(floor, path, headers)]
    if (!ours.body.equals(theirs.body)) throw new Error('The two servers do not answer alike')
    const question = formatRequest(app, path, { ...headers, 'X-Forwarded-For': 'ADDR' })
    const name = `GET ${path}, ${ours.body.length} bytes`
    const duels: ServerComparison[] = [
      { name, ports: { app, floor }, question, rates: { app: [], floor: [] } },
    ]
    await compareAll(hammer, duels, (line) => say(`api: ${line}`))
    return reportComparisons(duels, {
      subject: 'list',
      leastShare,
      floor: 'node:http and a prepared statement',
    })
  } finally {
    for (const child of children) child.kill()
  }
}

async function startFloor(children: ChildProcess[], file: string): Promise<number> {
  const port = await freePort()
  const floor = spawnOwned(children, 'scripts/bench/list-baseline.ts')
  floor.send({ port, file })
  await once(floor, 'message')
  return port
}

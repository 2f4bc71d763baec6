import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSession } from '#app/auth/session/session.server.ts'
import { openDatabase } from '#db/engine.server.ts'
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
export async function measurePart({ workspace, logProgress }: Bench): Promise<Report> {
  const file = join(workspace.folder, 'api.db')
  const db = openDatabase(file, { mayCreate: true })
  await seedLargeDatabase(db, teams)
  const { cookieHeader } = await createSession(db, { managerId: 1, now: Date.now() })
  const gameId = await findGameId(db)
  await db.destroy()
  const baselineFile = join(workspace.folder, 'api-baseline.db')
  copyFileSync(file, baselineFile)
  rankByPlainSql(baselineFile, gameId)
  const app = await startAppServer(workspace, file)
  const children: ChildProcess[] = []
  try {
    const generator = spawnOwned(children, 'scripts/bench/closed-loop-load.ts')
    const baseline = await startBaseline(children, baselineFile)
    const headers = { Cookie: cookieHeader }
    const [appResponse, baselineResponse] = [
      await sendRequest(app, path, headers),
      await sendRequest(baseline, path, headers),
    ]
    if (!appResponse.body.equals(baselineResponse.body))
      throw new Error('The responses of the two servers differ')
    const rawRequest = formatRequest(app, path, { ...headers, 'X-Forwarded-For': 'ADDR' })
    const name = `GET ${path}, ${appResponse.body.length} bytes`
    const comparisons: ServerComparison[] = [
      { name, ports: { app, baseline }, rawRequest, rates: { app: [], baseline: [] } },
    ]
    await compareAll(generator, comparisons, (line) => logProgress(`api: ${line}`))
    return reportComparisons(comparisons, {
      subject: 'list',
      leastShare,
      baseline: 'node:http and a prepared statement',
    })
  } finally {
    for (const child of children) child.kill()
  }
}

async function startBaseline(children: ChildProcess[], file: string): Promise<number> {
  const port = await freePort()
  const baseline = spawnOwned(children, 'scripts/bench/list-baseline.ts')
  baseline.send({ port, file })
  await once(baseline, 'message')
  return port
}

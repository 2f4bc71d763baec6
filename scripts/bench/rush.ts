import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { openDatabase } from '#db/engine.server.ts'
import type { Child } from '../demo/child-process.ts'
import type { Saver } from '../load/plan.ts'
import { startApp } from './app-server.ts'
import { copyLargeDatabase } from './large-database.ts'
import type { Bench, Report } from './part.ts'
import { copyPages, measureBaseline } from './rush/baseline.ts'
import { countSavers, type LoadName, ratesOf } from './rush/loads.ts'
import { signInSavers } from './rush/prepare-savers.ts'
import { reportRush } from './rush/report.ts'
import { type RushRun, rushOnce } from './rush/run.ts'

/** A load and its baseline, for one number of teams. */
export interface RushResult {
  teams: number
  load: LoadName
  run: RushRun
  baseline: RushRun
}

/** In production a server has run for days before a deadline: V8 needs some thousand requests to optimise hot code. */
const warmUpSeconds = 20

/**
 * The rush before a deadline within the run, at several loads and sizes, each followed by the same load on a
 * baseline; after each run the client's log is compared with the database.
 */
export async function measurePart(bench: Bench): Promise<Report> {
  const results: RushResult[] = []
  for (const teams of bench.teamCounts) {
    const side = await openSide(bench, teams)
    for (const load of bench.loads) {
      const result = await measureLoad(bench, side, load)
      results.push(result)
      bench.logProgress(`rush: ${teams} teams, ${load} done`)
    }
    await side.app.child.stop()
  }
  return reportRush(results)
}

interface Side {
  teams: number
  file: string
  app: { port: number; child: Child }
  savers: Saver[]
  /** The pages that the baseline sends. */
  pages: Record<string, string>
}

async function openSide({ workspace, loads, seconds, logProgress }: Bench, teams: number): Promise<Side> {
  const file = join(workspace.folder, `rush-${teams}.db`)
  await copyLargeDatabase(workspace, teams, file)
  const db = openDatabase(file)
  const count = Math.min(Math.max(...loads.map((load) => countSavers(load, seconds))), Math.floor(teams / 2))
  const savers = await signInSavers(db, { teams, count })
  await db.destroy()
  const app = await startApp(workspace, file)
  logProgress(`rush: ${teams} teams seeded, ${savers.length} managers are signed in`)
  const pages = await copyPages(app.port, { file, savers })
  return { teams, file, app, savers, pages }
}

async function measureLoad({ workspace, seconds }: Bench, side: Side, load: LoadName): Promise<RushResult> {
  const { teams, file, savers, pages } = side
  const { port, child } = side.app
  const children: ChildProcess[] = []
  const common = { children, file, savers, folder: workspace.folder }
  try {
    const warmUp = { ...common, port, seconds: warmUpSeconds, perSecond: ratesOf('rush') }
    await rushOnce({ ...warmUp, pid: child.pid, isChecked: false })
    const perSecond = ratesOf(load)
    const run = await rushOnce({ ...common, port, pid: child.pid, seconds, perSecond, isChecked: true })
    const baseline = await measureBaseline({ ...common, pages, seconds, perSecond })
    return { teams, load, run, baseline }
  } finally {
    for (const each of children) each.kill()
  }
}

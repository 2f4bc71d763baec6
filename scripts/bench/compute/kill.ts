import { sql } from 'kysely'
import type { Db } from '#db/schema.server.ts'
import type { Child } from '../../demo/child.ts'
import { changeScores, findSeason, pressCompute, watchComputation } from './run.ts'

interface Killing {
  db: Db
  app: { port: number; child: Child }
  admin: string
  /** Starts a server on the same file again. */
  restart: () => Promise<{ port: number }>
}

/** A server that is killed when half of a computation is written. Broken promises, in words. */
export async function killInTheMiddle({ db, app, admin, restart }: Killing): Promise<string[]> {
  const broken: string[] = []
  const { gameId, generation: before } = await findSeason(db)
  const told = await readTop(db, before)
  await changeScores(db, gameId)
  await pressCompute(app.port, admin)
  const { state } = await watchComputation(db, gameId, (share) => share > 0.5)
  if (state !== 'running') throw new Error('The computation was over before it could be killed')
  if (app.child.pid === undefined) throw new Error('The server has no process')
  process.kill(app.child.pid, 'SIGKILL')
  await app.child.hasEnded

  const { generation } = await findSeason(db)
  if (generation !== before || (await readTop(db, generation)) !== told) {
    broken.push('a computation that was killed changed the ranking')
  }
  const check = await sql<{ quick_check: string }>`pragma quick_check`.execute(db)
  if (check.rows[0]?.quick_check !== 'ok') broken.push('a computation that was killed damaged the store')

  const { port } = await restart()
  await pressCompute(port, admin)
  const again = await watchComputation(db, gameId)
  const after = await findSeason(db)
  if (again.state !== 'done' || after.generation === before) {
    broken.push(`a computation that was started again after a kill is ${again.state}`)
  }
  if ((await readTop(db, after.generation)) === told) broken.push('the ranking after the kill is the old one')
  return broken
}

/** The first hundred places, as text. */
async function readTop(db: Db, generation: number): Promise<string> {
  const rows = await db
    .selectFrom('standings')
    .select(['position', 'team_id', 'rank', 'total_hundredths'])
    .where('generation', '=', generation)
    .where('position', '<=', 100)
    .orderBy('position')
    .execute()
  return JSON.stringify(rows)
}

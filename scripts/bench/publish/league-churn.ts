import { setTimeout as pause } from 'node:timers/promises'
import { joinLeague } from '#app/services/leagues/leagues.server.ts'
import { leaveLeague } from '#app/services/leagues/manage-league.server.ts'
import { systemClock } from '#db/clock.server.ts'
import type { Db } from '#db/schema.server.ts'
import { sendRequest } from '../../load/http-client.ts'
import { quantile } from '../../load/quantiles.ts'
import type { LargeDatabase } from '../seed-large-database.ts'

/** p95 in ms for pages of the largest league: without joins and leaves, and with some half of the time. */
export interface Churn {
  idleMs: number
  busyMs: number
}

interface ChurnOptions {
  db: Db
  port: number
  reader: string
  database: LargeDatabase
  seconds: number
}

/** A member of only a league of ten. */
const churningManagerId = 1
const everyMs = 1_000

/** Reads pages of the largest league, in which a manager repeatedly joins and leaves half of the time. */
export async function measureChurn({ db, database, ...options }: ChurnOptions): Promise<Churn> {
  const { id: leagueId, memberCount } = database.bigLeague
  const readPages = (seconds: number) => timePages({ ...options, leagueId, memberCount, seconds })
  await readPages(2)
  const idle = await readPages(options.seconds)
  let isOver = false
  const churning = churnUntil(db, leagueId, () => isOver)
  const busy = await readPages(options.seconds)
  isOver = true
  await churning
  return { idleMs: quantile(idle, 0.95), busyMs: quantile(busy, 0.95) }
}

async function churnUntil(db: Db, leagueId: number, isOver: () => boolean): Promise<void> {
  const member = { managerId: churningManagerId, leagueId, clock: systemClock }
  for (let isMember = false; isMember || !isOver(); isMember = !isMember) {
    const secret = `secret-${leagueId}`
    const result = isMember ? await leaveLeague(db, member) : await joinLeague(db, { ...member, secret })
    if (!result.ok) throw new Error(result.problem)
    await pause(everyMs)
  }
}

interface Pages {
  port: number
  reader: string
  leagueId: number
  memberCount: number
  seconds: number
}

async function timePages({ port, reader, leagueId, memberCount, seconds }: Pages): Promise<number[]> {
  const durations: number[] = []
  const until = performance.now() + seconds * 1000
  while (performance.now() < until) {
    const page = 1 + ((durations.length * 7919) % Math.ceil(memberCount / 10))
    const startedAt = performance.now()
    const headers = { Cookie: reader, 'X-Forwarded-For': `10.201.${durations.length % 200}.1` }
    const path = `/game/leagues?leagueId=${leagueId}&page=${page}`
    const response = await sendRequest({ port, method: 'GET', path, headers })
    if (response?.status !== 200) throw new Error(`${path} answered ${response?.status}`)
    durations.push(performance.now() - startedAt)
    await pause(10)
  }
  return durations
}

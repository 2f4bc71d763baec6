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
  quietMs: number
  busyMs: number
}

interface ChurnOptions {
  db: Db
  port: number
  reader: string
  store: LargeDatabase
  seconds: number
}

/** A member of only a league of ten. */
const wanderer = 1
const everyMs = 1_000

/** Reads pages of the largest league, in which a manager repeatedly joins and leaves half of the time. */
export async function measureChurn({ db, store, ...asking }: ChurnOptions): Promise<Churn> {
  const { id: leagueId, memberCount } = store.bigLeague
  const readPages = (seconds: number) => timePages({ ...asking, leagueId, memberCount, seconds })
  await readPages(2)
  const quiet = await readPages(asking.seconds)
  let isOver = false
  const changing = changeUntil(db, leagueId, () => isOver)
  const busy = await readPages(asking.seconds)
  isOver = true
  await changing
  return { quietMs: quantile(quiet, 0.95), busyMs: quantile(busy, 0.95) }
}

async function changeUntil(db: Db, leagueId: number, isOver: () => boolean): Promise<void> {
  const who = { managerId: wanderer, leagueId, clock: systemClock }
  for (let isIn = false; isIn || !isOver(); isIn = !isIn) {
    const secret = `secret-${leagueId}`
    const done = isIn ? await leaveLeague(db, who) : await joinLeague(db, { ...who, secret })
    if (!done.ok) throw new Error(done.problem)
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
  const took: number[] = []
  const until = performance.now() + seconds * 1000
  while (performance.now() < until) {
    const page = 1 + ((took.length * 7919) % Math.ceil(memberCount / 10))
    const began = performance.now()
    const headers = { Cookie: reader, 'X-Forwarded-For': `10.201.${took.length % 200}.1` }
    const path = `/game/leagues?leagueId=${leagueId}&page=${page}`
    const answer = await sendRequest({ port, method: 'GET', path, headers })
    if (answer?.status !== 200) throw new Error(`${path} answered ${answer?.status}`)
    took.push(performance.now() - began)
    await pause(10)
  }
  return took
}

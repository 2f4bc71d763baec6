import { isRankedAtOnce } from '#app/game/ranking.ts'
import {
  listGoneMembers,
  listMissingMembers,
  placeNewcomer,
  rankLeagueAgain,
  removeFromTable,
} from '#db/league-standings.server.ts'
import { type ChangedLeague, listChangedLeagues, updateKnownLeague } from '#db/publishing.server.ts'
import type { Db } from '#db/schema.server.ts'
import { type Run, writeBatch } from './compute-run.server.ts'

interface Tables {
  gameId: number
  generation: number
}

/** Brings joins and leaves since the run's snapshot into its tables, a little at a time. */
export async function catchUpLeagues(run: Run, { gameId, generation }: Tables): Promise<void> {
  for (const league of await listChangedLeagues(run.held, gameId)) {
    for (const change of await listChanges(run.held, generation, league)) await writeBatch(run, change)
    await updateKnownLeague(run.held, league)
  }
}

/** The same for what is left, inside the last transaction: from here on joins rank themselves. */
export async function catchUpLastLeagues(tx: Db, { gameId, generation }: Tables): Promise<void> {
  for (const league of await listChangedLeagues(tx, gameId)) {
    for (const change of await listChanges(tx, generation, league)) await change(tx)
  }
}

/** A small league is ranked again whole; in a large one only those who came or went move (D11). */
async function listChanges(db: Db, generation: number, { leagueId, memberCount }: ChangedLeague) {
  const table = { generation, leagueId }
  if (isRankedAtOnce(memberCount)) return [(tx: Db) => rankLeagueAgain(tx, table)]
  const gone = (await listGoneMembers(db, table)).map(
    (teamId) => (tx: Db) => removeFromTable(tx, { ...table, teamId }),
  )
  const missing = (await listMissingMembers(db, table)).map(
    (teamId) => (tx: Db) => placeNewcomer(tx, { ...table, teamId }),
  )
  return [...gone, ...missing]
}

import { sql } from 'kysely'
import { createSession } from '#app/auth/session/session.server.ts'
import type { Db } from '#db/schema.server.ts'
import { findActiveContest } from '#db/seasons/games.server.ts'
import { bumpVersion } from '#db/versions.server.ts'
import type { Saver } from '../../load/plan.ts'

const day = 24 * 60 * 60_000
/** The first league of ten in a seeded database: see seed-large-database.ts. */
const firstSmallLeagueId = 3

/**
 * Moves the rounds so that the first is closed, the second closes at an instant (epoch ms), and the last is far
 * ahead. Returns the number of the second.
 */
export async function setDeadline(db: Db, at: number): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const contest = await findActiveContest(tx)
    if (!contest) throw new Error('No season is active')
    const [first, second, last] = contest.rounds
    if (!first || !second || !last) throw new Error('The season has not three rounds')
    for (const [{ roundNumber }, deadline_at] of [
      [first, at - day],
      [second, at],
      [last, at + 2 * day],
    ] as const) {
      await tx
        .updateTable('rounds')
        .set({ deadline_at })
        .where('game_id', '=', contest.id)
        .where('round_number', '=', roundNumber)
        .execute()
    }
    await tx
      .updateTable('games')
      .set({ concluded_at: at + 3 * day })
      .where('id', '=', contest.id)
      .execute()
    await bumpVersion(tx, 'game')
    return second.roundNumber
  })
}

/** Signs in managers spread over all teams of the database. */
export async function signInSavers(
  db: Db,
  { teams, count }: { teams: number; count: number },
): Promise<Saver[]> {
  // The last teams are in no league of ten.
  const step = Math.max(1, Math.floor((teams - 40) / count))
  const { rows } = await sql<{ managerId: number; codes: string }>`
    select t.manager_id as "managerId", (
      select string_agg(code, '.') from entries
      where id in (t.entry_1, t.entry_2, t.entry_3, t.entry_4, t.entry_5, t.entry_6)
    ) as codes
    from teams t
    where t.id % ${step} = 1 % ${step} and t.id <= ${teams - 40} order by t.id limit ${count}`.execute(db)
  const savers: Saver[] = []
  for (const { managerId, codes } of rows) {
    const { cookieHeader: cookie } = await createSession(db, { managerId, now: Date.now() })
    const leagueId = firstSmallLeagueId + Math.floor((managerId - 1) / 10)
    savers.push({ managerId, cookie, codes: codes.split('.'), leagueId })
  }
  return savers
}

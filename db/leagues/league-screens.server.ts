import type { League } from '#app/game/league.ts'
import { type Db, toFlag } from '#db/schema.server.ts'
import { leagueColumns } from './leagues.server.ts'

/**
 * The link by which a television shows a league's table, when it was made (epoch ms), and whether it shows the invite as a QR code;
 * undefined without one.
 */
export async function findLeagueScreen(db: Db, leagueId: number) {
  const row = await db
    .selectFrom('league_screens')
    .select(['secret', 'shows_invite as showsInvite', 'made_at as madeAt'])
    .where('league_id', '=', leagueId)
    .executeTakeFirst()
  return row && { ...row, showsInvite: row.showsInvite === 1 }
}

/** The league whose screen has this secret, and whether it shows the invite; undefined for any other secret. */
export async function findLeagueOfScreen(
  db: Db,
  secret: string,
): Promise<{ league: League; showsInvite: boolean } | undefined> {
  const row = await db
    .selectFrom('league_screens')
    .innerJoin('leagues', 'leagues.id', 'league_id')
    .select([...leagueColumns, 'shows_invite as showsInvite'])
    .where('secret', '=', secret)
    .executeTakeFirst()
  if (!row) return undefined
  const { showsInvite, ...league } = row
  return { league, showsInvite: showsInvite === 1 }
}

/** Stores the link of a league's screen in the place of an earlier one, without the invite. `now`: epoch ms. */
export async function replaceLeagueScreen(
  db: Db,
  { leagueId, secret, now }: { leagueId: number; secret: string; now: number },
): Promise<void> {
  const values = { secret, shows_invite: toFlag(false), made_at: now }
  await db
    .insertInto('league_screens')
    .values({ league_id: leagueId, ...values })
    .onConflict((conflict) => conflict.column('league_id').doUpdateSet(values))
    .execute()
}

/** Says whether a league's screen shows the invite. Changes nothing where there is none. */
export async function updateLeagueScreen(db: Db, leagueId: number, showsInvite: boolean): Promise<void> {
  await db
    .updateTable('league_screens')
    .set({ shows_invite: toFlag(showsInvite) })
    .where('league_id', '=', leagueId)
    .execute()
}

/** Deletes the link of a league's screen, if there is one. */
export async function deleteLeagueScreen(db: Db, leagueId: number): Promise<boolean> {
  const deleted = await db.deleteFrom('league_screens').where('league_id', '=', leagueId).executeTakeFirst()
  return deleted.numDeletedRows > 0n
}

import { expect } from 'vitest'
import { listRealPoints } from '#app/game/season/season-file.ts'
import { findBundledSeason } from '#app/services/seasons/seasons.server.ts'
import { findSubmission } from '#tests/support/html.ts'
import type { RawResponse } from '#tests/support/server.ts'
import { openClient } from './client.ts'
import { type Player, setDeadlines, withDatabase } from './game.ts'

const day = 24 * 60 * 60_000

/** Closes every round, and makes both semi-finals official on a running server: the desk of the final is open. */
export async function openFinal(location: string, port: number, admin: Player): Promise<void> {
  const entries = await withDatabase(location, async (db) => {
    await setDeadlines(db, Date.now() - 2 * day - 60_000)
    return db.selectFrom('entries').select(['id', 'code']).execute()
  })
  const season = findBundledSeason(2025)
  if (!season) throw new Error('There is no season 2025')
  for (const round of [1, 2]) {
    const points = listRealPoints(season, round)
    const playerScores = entries.map(({ id, code }) => ({ playerId: id, score: points.get(code) ?? 0 }))
    const client = openClient(port, admin)
    const saved = await client.call(`/api/admin/game/active/round-scores/${round}`, { playerScores }, 'PUT')
    const published = await client.call(`/api/admin/teams/all/compute-round-scores/${round}`, {})
    expect([saved.status, published.status]).toEqual([200, 202])
  }
}

/** The desk of the final as an admin without script uses it. */
export function openDesk(port: number, admin: Player) {
  const client = openClient(port, admin)
  return {
    ...client,
    page: () => client.get('/admin/desk?round=3'),
    /** Presses a button of the page after filling in `changes`. */
    press({ body }: RawResponse, button: string, changes: Record<string, string> = {}) {
      const form = findSubmission(body, button)
      if (!form) throw new Error(`There is no button '${button}'`)
      const path = (form.action ?? '/admin/desk').replaceAll('&amp;', '&')
      return client.post(path, { ...Object.fromEntries(form.fields), ...changes })
    },
  }
}

/** The points of the final that are stored, and those that are published live, by country; the id of the newest publication. */
export function readFinal(location: string) {
  return withDatabase(location, async (db) => {
    const round = await db
      .selectFrom('rounds')
      .select('songs_begun')
      .where('round_number', '=', 3)
      .executeTakeFirstOrThrow()
    const stored = await db
      .selectFrom('round_scores')
      .innerJoin('entries', 'entries.id', 'round_scores.entry_id')
      .select(['code', 'round_scores.points'])
      .where('round_number', '=', 3)
      .execute()
    const live = await db
      .selectFrom('games')
      .innerJoin('publication_points', 'publication_points.publication_id', 'live_publication_id')
      .innerJoin('entries', 'entries.id', 'publication_points.entry_id')
      .select(['code', 'publication_points.points'])
      .where('round_number', '=', 3)
      .where('publication_points.points', '>', 0)
      .execute()
    const { newest } = await db
      .selectFrom('publications')
      .select((row) => row.fn.max('id').as('newest'))
      .executeTakeFirstOrThrow()
    const byCode = (rows: { code: string; points: number }[]) =>
      Object.fromEntries(rows.map(({ code, points }) => [code, points]))
    return { songs: round.songs_begun, stored: byCode(stored), live: byCode(live), newest }
  })
}

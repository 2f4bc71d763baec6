import { listRealPoints } from '#app/game/season/season-file.ts'
import { demoClock } from '#db/clock.server.ts'
import { fromEntryColumns } from '#db/teams/entry-columns.server.ts'
import type { App } from './app.ts'
import type { Browser } from './browser.ts'
import { publishPoints } from './scoreboards.ts'
import type { openWorld } from './world.ts'

/** Steps that page tests use to reach a state, and queries that check the database. */
type World = Awaited<ReturnType<typeof openWorld>>

export const before = '2025-05-10T12:00:00Z'
export const firstDeadline = '2025-05-13T19:00:00Z'
export const between = '2025-05-14T12:00:00Z'
export const beforeFinal = '2025-05-17T12:00:00Z'
export const finalDeadline = '2025-05-17T19:00:00Z'
export const afterFinal = '2025-05-17T23:30:00Z'
export const afterEnd = '2025-05-18T08:00:00Z'

/** Six countries for 69 of 100 million. */
export const affordableCodes = ['AT', 'GR', 'DE', 'NO', 'SM', 'PT'] as const

/**
 * Saves a team as the page's Save Team button does; with `intent: 'join-late:1'` as after confirming the missed
 * rounds.
 */
export function saveTeam(
  app: App,
  as: Browser,
  {
    codes = affordableCodes,
    teamName = 'Lamps',
    managerName = 'Someone',
    intent = 'save',
  }: Partial<{ codes: readonly string[]; teamName: string; managerName: string; intent: string }> = {},
) {
  return app.post('/game/team', { intent, teamName, managerName, picks: codes.join('.') }, { as })
}

/** A manager with a team, with its id. Throws when it was not saved. */
export async function loginWithTeam(app: App, name: string, team: Parameters<typeof saveTeam>[2] = {}) {
  const as = await app.login(name)
  const saved = await saveTeam(app, as, team)
  if (saved.status !== 303) throw new Error(`No team for ${name}: ${saved.text}`)
  const stored = await teamOf(app, name)
  if (!stored) throw new Error(`No team for ${name}`)
  return { as, teamId: stored.id }
}

async function codesById(app: App): Promise<Map<number, string>> {
  const entries = await app.db.selectFrom('entries').select(['id', 'code']).execute()
  return new Map(entries.map(({ id, code }) => [id, code]))
}

/** The stored team of a manager with its countries as codes, or undefined. */
export async function teamOf(app: App, name: string) {
  const row = await app.db
    .selectFrom('teams')
    .innerJoin('managers', 'managers.id', 'teams.manager_id')
    .selectAll('teams')
    .where('managers.subject', '=', name)
    .executeTakeFirst()
  if (!row) return undefined
  const codes = await codesById(app)
  return {
    id: row.id,
    teamName: row.team_name,
    managerName: row.manager_name,
    codes: fromEntryColumns(row).map((id) => codes.get(id)),
  }
}

/** The stored line-ups of a manager's team: round → order as 'AT.GR…', with '*' after an automatic one. */
export async function lineupsOf(app: App, name: string): Promise<Record<number, string>> {
  const team = await teamOf(app, name)
  const codes = await codesById(app)
  const rows = await app.db
    .selectFrom('lineups')
    .selectAll()
    .where('team_id', '=', team?.id ?? 0)
    .execute()
  return Object.fromEntries(
    rows.map((row) => [
      row.round_number,
      `${fromEntryColumns(row)
        .map((id) => codes.get(id))
        .join('.')}${row.is_automatic ? '*' : ''}`,
    ]),
  )
}

/** Expires every session of a manager, as fourteen days of absence do. */
export async function expireSessions(app: App, name: string): Promise<void> {
  await app.db
    .updateTable('sessions')
    .set({ created_at: 0, last_seen_at: 0 })
    .where('manager_id', 'in', (query) =>
      query.selectFrom('managers').select('id').where('subject', '=', name),
    )
    .execute()
}

/** Saves points for a round and publishes them; by default the real results. */
export async function scoreRound(
  app: App,
  { contest, season }: World,
  roundNumber: number,
  points?: Record<string, number>,
) {
  const real = points ? new Map(Object.entries(points)) : listRealPoints(season, roundNumber)
  const scores = contest.entries.map(({ id, code }) => ({ entryId: id, points: real?.get(code) ?? 0 }))
  const published = await publishPoints(app.db, { gameId: contest.id, roundNumber, scores, clock: demoClock })
  if (!published.ok) throw new Error(`Round ${roundNumber} was not published: ${published.problem}`)
}

/** The stored raw points of a round by code; empty before the first save. */
export async function pointsOf(app: App, roundNumber: number): Promise<Record<string, number>> {
  const rows = await app.db
    .selectFrom('round_scores')
    .innerJoin('entries', 'entries.id', 'round_scores.entry_id')
    .select(['code', 'points'])
    .where('round_number', '=', roundNumber)
    .execute()
  return Object.fromEntries(rows.map(({ code, points }) => [code, points]))
}

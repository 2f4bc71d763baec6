import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { demoClock } from '#db/clock.server.ts'
import { migrate } from '#db/migrate.server.ts'
import type { Db } from '#db/schema.server.ts'
import { findGame } from '#db/seasons/games.server.ts'
import { openNewDatabase } from '#tests/support/databases.ts'
import { migrations } from '../../migrations/index.ts'
import { openTestScoreboards, publishPoints } from '../support/scoreboards.ts'

const firstDeadline = Date.parse('2025-05-13T19:00:00Z')
const secondDeadline = Date.parse('2025-05-15T19:00:00Z')
const finalDeadline = Date.parse('2125-05-17T19:00:00Z')

let db: Db
beforeEach(async () => {
  db = await openNewDatabase()
  const before = Object.entries(migrations).filter(([name]) => name < '0010')
  await migrate(db, Object.fromEntries(before))
})
afterEach(() => db.destroy())

async function run(script: string) {
  for (const statement of script.split(';')) if (statement.trim()) await sql.raw(statement).execute(db)
}

/**
 * A season from before publications: two rounds computed in the second of three generations, teams 2 and 4 tied, team
 * 5 joined later, and an unpublished correction of the first round. Another season has no results in force.
 */
const old = `
  insert into games (id, year, host_city, host_country, time_zone, lineup_percentages, budget_tenths, team_size,
    league_limit, concluded_at, is_active, team_count, league_count, published_generation) values
    (1, 2025, 'Basel', 'Switzerland', 'Europe/Zurich', '100,85,85,70,70,70', 1000, 6, 20, ${finalDeadline}, 1, 5, 1, 2),
    (2, 2024, 'Malmö', 'Sweden', 'Europe/Stockholm', '100,85,85,70,70,70', 1000, 6, 20, 5, 0, 0, 0, null);
  insert into rounds (game_id, round_number, title, kind, deadline_at, scores_version, scores_saved_at,
    compute_requested_at, computed_at) values
    (1, 1, 'First', 'semi-final', ${firstDeadline}, 2, 5, 6, 7),
    (1, 2, 'Second', 'semi-final', ${secondDeadline}, 1, 5, 6, 8),
    (1, 3, 'Final', 'final', ${finalDeadline}, 0, null, null, null),
    (2, 1, 'Final', 'final', 5, 0, null, null, null);
  insert into entries (id, game_id, code, country, artist, song, price_tenths, semi_final) values
    (1, 1, 'AA', 'A', 'a', 'a', 1, 1), (2, 1, 'BB', 'B', 'b', 'b', 1, 1), (3, 1, 'CC', 'C', 'c', 'c', 1, 2),
    (4, 1, 'DD', 'D', 'd', 'd', 1, 2), (5, 1, 'EE', 'E', 'e', 'e', 1, 1), (6, 1, 'FF', 'F', 'f', 'f', 1, null),
    (7, 1, 'GG', 'G', 'g', 'g', 1, null), (8, 1, 'HH', 'H', 'h', 'h', 1, null);
  insert into round_scores (game_id, round_number, entry_id, points) values
    (1, 1, 1, 99), (1, 1, 2, 4), (1, 2, 3, 20), (1, 2, 1, 1);
  insert into managers (id, issuer, subject, created_at) values
    (1, 'i', '1', 1), (2, 'i', '2', 1), (3, 'i', '3', 1), (4, 'i', '4', 1), (5, 'i', '5', 1);
  insert into teams (id, game_id, manager_id, team_name, manager_name, entry_1, entry_2, entry_3, entry_4, entry_5,
    entry_6, created_at, updated_at) values
    (1, 1, 1, 'Anna', 'A', 1, 2, 3, 4, 5, 6, 1, 1), (2, 1, 2, 'Björn', 'B', 1, 2, 3, 4, 5, 6, 1, 1),
    (3, 1, 3, 'Carla', 'C', 3, 4, 5, 6, 7, 8, 1, 1), (4, 1, 4, 'Dora', 'D', 1, 2, 3, 4, 5, 6, 1, 1),
    (5, 1, 5, 'Late', 'E', 1, 2, 3, 4, 5, 6, 1, 1);
  insert into lineups (team_id, round_number, entry_1, entry_2, entry_3, entry_4, entry_5, entry_6, is_automatic,
    saved_at) values
    (1, 1, 1, 2, 3, 4, 5, 6, 1, 1), (1, 2, 3, 1, 2, 4, 5, 6, 0, 1), (1, 3, 1, 2, 3, 4, 5, 6, 1, 1),
    (2, 1, 2, 1, 3, 4, 5, 6, 0, 1), (2, 2, 1, 2, 3, 4, 5, 6, 1, 1), (2, 3, 1, 2, 3, 4, 5, 6, 1, 1),
    (3, 1, 3, 4, 5, 6, 7, 8, 1, 1), (3, 2, 4, 3, 5, 6, 7, 8, 0, 1), (3, 3, 3, 4, 5, 6, 7, 8, 1, 1),
    (4, 1, 2, 1, 3, 4, 5, 6, 0, 1), (4, 2, 1, 2, 3, 4, 5, 6, 1, 1), (4, 3, 1, 2, 3, 4, 5, 6, 1, 1),
    (5, 3, 1, 2, 3, 4, 5, 6, 1, 1);
  insert into leagues (id, game_id, owner_id, league_name, invite_secret, member_count, members_version, created_at)
    values (1, 1, 1, 'Sofa', 's', 3, 4, 1);
  insert into memberships (league_id, team_id, joined_at) values (1, 1, 1), (1, 3, 1), (1, 5, 9);
  insert into generations (id, game_id, created_at, last_team_id, ranked_teams, computed_rounds, published_at,
    previous_round) values (1, 1, 6, 4, 4, 1, 6, null), (2, 1, 8, 4, 4, 2, 8, 1), (3, 1, 9, 5, 5, 2, null, 1);
  insert into generation_points (generation, round_number, entry_id, points)
    select g.id, r.round_number, e.id, case when g.id = 3 and r.round_number = 1 and e.id = 1 then 99
      when r.round_number = 1 and e.id = 1 then 10 when r.round_number = 1 and e.id = 2 then 4
      when r.round_number = 2 and e.id = 3 then 20 when r.round_number = 2 and e.id = 1 then 1 else 0 end
    from generations g join entries e join rounds r on r.game_id = 1
    where r.round_number <= g.computed_rounds order by 1, 2, 3;
  insert into round_results (generation, round_number, team_id, score_hundredths, round_rank, total_hundredths, rank)
    values (2, 1, 1, 1340, 1, 1340, 1), (2, 1, 2, 1250, 2, 1250, 2), (2, 1, 3, 0, 4, 0, 4), (2, 1, 4, 1250, 2, 1250, 2),
    (2, 2, 1, 2085, 1, 3425, 1), (2, 2, 2, 1800, 2, 3050, 2), (2, 2, 3, 1700, 4, 1700, 4), (2, 2, 4, 1800, 2, 3050, 2);
  insert into standings (generation, position, team_id, rank, tied, total_hundredths) values
    (2, 1, 1, 1, 1, 3425), (2, 2, 2, 2, 2, 3050), (2, 3, 4, 2, 2, 3050), (2, 4, 3, 4, 1, 1700);
  insert into team_places (generation, team_id, position) values (2, 1, 1), (2, 2, 2), (2, 3, 4), (2, 4, 3);
  insert into league_standings (generation, league_id, position, team_id, rank, tied, total_hundredths, previous_rank)
    values (2, 1, 1, 1, 1, 1, 3425, 1), (2, 1, 2, 3, 2, 1, 1700, 2);
  insert into membership_blocks (league_id, block, members) values (1, 0, 3);
  insert into computations (game_id, state, round_number, requested_at, heartbeat_at) values
    (1, 'done', 2, 1, 1), (1, 'queued', 1, 9, 9)`

interface OldPlace {
  teamId: number
  position: number
  rank: number
  tied: number
  totalHundredths: number
}

async function oldStandings() {
  const { rows } = await sql<OldPlace>`
    select team_id as "teamId", position, rank, tied, total_hundredths as "totalHundredths"
    from standings where generation = 2 order by position`.execute(db)
  return rows
}

async function oldResults() {
  const { rows } = await sql<{ teamId: number; roundNumber: number; rank: number }>`
    select team_id as "teamId", round_number as "roundNumber", score_hundredths as "scoreHundredths",
      round_rank as "roundRank", total_hundredths as "totalHundredths", rank
    from round_results where generation = 2 order by team_id, round_number`.execute(db)
  return rows
}

async function read() {
  const scoreboards = openTestScoreboards(db, demoClock)
  const game = await findGame(db, 1)
  const results = game && (await scoreboards.read(game))
  if (!results) throw new Error('Nothing is in force')
  return { results, league: await scoreboards.readLeague(results, 1), scoreboards }
}

describe('an old database', () => {
  beforeEach(() => run(old))

  test('shows its previous ranks and scores, and the late joiner with 0', async () => {
    const [standings, rounds] = [await oldStandings(), await oldResults()]
    expect(standings).toHaveLength(4)
    await migrate(db)
    const { results, league } = await read()
    const now = standings.map(({ teamId }) => ({ teamId, ...results.findStanding(teamId) }))
    expect(now).toEqual(
      standings.map((row) => ({
        ...row,
        rankedTeams: 5,
        previousRank: rounds.find((each) => each.teamId === row.teamId && each.roundNumber === 1)?.rank,
      })),
    )
    const resultsNow = [1, 2, 3, 4].flatMap((teamId) =>
      results.listRoundResults(teamId).map((row) => ({ teamId, ...row })),
    )
    expect(resultsNow).toEqual(rounds)
    expect(results.findStanding(5)).toMatchObject({ position: 5, rank: 5, tied: 1, totalHundredths: 0 })
    expect(league.listRows({ offset: 0, limit: 9 })).toEqual([
      { teamId: 1, rank: 1, tied: 1, totalHundredths: 3425, previousRank: 1 },
      { teamId: 3, rank: 2, tied: 1, totalHundredths: 1700, previousRank: 2 },
      { teamId: 5, rank: 3, tied: 1, totalHundredths: 0, previousRank: 2 },
    ])
  })

  test('has one publication, with the scores in force', async () => {
    await migrate(db)
    const { rows } =
      await sql`select game_id, version, kind, rounds, published_at, published_by, note, last_team_id
      from publications`.execute(db)
    expect(rows).toEqual([
      {
        ...{ game_id: 1, version: 1, kind: 'official', rounds: '1.2', published_at: 8 },
        ...{ published_by: null, note: null, last_team_id: 4 },
      },
    ])
    expect((await findGame(db, 2))?.publicationId).toBeNull()
    const { results, scoreboards } = await read()
    expect(results.pointsOf(1)).toContainEqual({ entryId: 1, points: 10 })
    expect(results.pointsOf(1)).toHaveLength(8)
    // The correction is published with the next publication.
    const again = {
      gameId: 1,
      roundNumber: 2,
      scores: [{ entryId: 3, points: 20 }],
      clock: demoClock,
      scoreboards,
    }
    expect(await publishPoints(db, again)).toEqual({ ok: true, isNew: true })
    const { results: next } = await read()
    expect(next.publication).toMatchObject({ version: 2, roundNumbers: [1, 2], note: 'Corrected' })
    expect(next.listRoundResults(1)[0]?.scoreHundredths).toBe(99 * 100 + 4 * 85)
  })

  test('retains the line-ups of closed rounds, and settles later ones', async () => {
    const before = await db.selectFrom('lineups').selectAll().execute()
    await migrate(db)
    const settled = await db.selectFrom('rounds').select(['game_id', 'settled_at']).execute()
    expect(settled.map((round) => round.settled_at)).toEqual([firstDeadline, secondDeadline, null, 5])
    await read()
    expect(await db.selectFrom('lineups').selectAll().execute()).toEqual(before)
  })

  test('of a demo is closed by the clock of the demo', async () => {
    await run(`insert into demo_clock (id, offset_ms)
      values (1, ${firstDeadline + 60_000} - cast(strftime('%s', 'now') as integer) * 1000)`)
    await migrate(db)
    const settled = await db.selectFrom('rounds').select('settled_at').where('game_id', '=', 1).execute()
    expect(settled.map((round) => round.settled_at)).toEqual([firstDeadline, null, null])
  })

  test('has no result tables any more, and no reference to them', async () => {
    await migrate(db)
    const { rows } = await sql<{ name: string; sql: string }>`
      select name, sql from sqlite_schema where sql is not null`.execute(db)
    const gone =
      /generation|standing|round_results|team_places|computation|membership_blocks|league_gaps|computed_at/
    expect(rows.filter((row) => gone.test(`${row.name} ${row.sql}`))).toEqual([])
    expect(rows.map((row) => row.name)).toContain('publication_points')
    expect((await sql`pragma foreign_key_check`.execute(db)).rows).toEqual([])
    expect((await sql`pragma integrity_check`.execute(db)).rows).toEqual([{ integrity_check: 'ok' }])
  })
})

test('an old database without results in force shows none', async () => {
  await run(old)
  await run('update games set published_generation = null; update rounds set computed_at = null')
  await migrate(db)
  expect(await db.selectFrom('publications').select('id').execute()).toEqual([])
  expect((await findGame(db, 1))?.publicationId).toBeNull()
  expect((await sql`pragma foreign_key_check`.execute(db)).rows).toEqual([])
})

test('an empty database is migrated, too', async () => {
  await migrate(db)
  expect(await db.selectFrom('publications').select('id').execute()).toEqual([])
})

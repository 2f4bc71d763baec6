import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { pick, type Random, seededRandom } from '#app/demo/random.server.ts'
import { computeScore, computeScoreboard, computeTotal } from '#app/game/scoreboard/compute.ts'
import { findRank } from '#app/game/scoreboard/rank-table.ts'
import { findLeaguePlace, findTeamIndex, findTeamPlace, rankMembers } from '#app/game/scoreboard/standings.ts'

/** The scoreboard's results in plain SQL. A line-up's row is one position, counted from 1. */
const tables = `
  create table teams (id integer primary key, is_member integer not null);
  create table rounds (round_number integer primary key);
  create table lineups (team_id integer, round_number integer, position integer, place integer,
    primary key (team_id, round_number, position));
  create table shares (position integer primary key, percentage integer not null);
  create table points (round_number integer, place integer, points integer, primary key (round_number, place));`

const results = `
  with scores as (
    select t.id, t.is_member, r.round_number, (
      select coalesce(sum(p.points * s.percentage), 0)
      from lineups l
      join shares s on s.position = l.position
      join points p on p.round_number = l.round_number and p.place = l.place
      where l.team_id = t.id and l.round_number = r.round_number
    ) as score
    from teams t cross join rounds r
  ), totals as (
    select *, sum(score) over (partition by id order by round_number) as total from scores
  ), ranked as (
    select *,
      rank() over (partition by round_number order by score desc) as round_rank,
      rank() over (partition by round_number order by total desc) as rank_after
    from totals
  )`

const byRound = `${results}
  select round_number as roundNumber, id, score, total, round_rank as roundRank, rank_after as rankAfter
  from ranked order by round_number, id`

/** The table after the last round, of all teams or of the members of a league. */
const table = (where: string) => `${results},
  placed as (
    select id, round_number, total,
      row_number() over (partition by round_number order by total desc, id) as position,
      rank() over (partition by round_number order by total desc) as rank,
      count(*) over (partition by round_number, total) as tied
    from totals where ${where}
  ), moved as (
    select *, lag(rank) over (partition by id order by round_number) as previousRank from placed
  )
  select id, position, rank, tied, previousRank, total from moved
  where round_number = (select max(round_number) from rounds) order by position`

const upTo = (random: Random, greatest: number) => Math.floor(random() * (greatest + 1))

interface Shape {
  seed: number
  teamCount: number
  /** The greatest points of an entry. */
  greatest: number
}

/** Any number of entries, positions and rounds, empty line-ups, and teams that join between the rounds. */
function makeSeason({ seed, teamCount, greatest }: Shape) {
  const random = seededRandom(seed)
  const entryCount = pick(random, [1, 6, 37, 254])
  const percentages = Array.from({ length: pick(random, [1, 6, 6, 8]) }, () => upTo(random, 100))
  const emptyShare = pick(random, [0, 0.02, 0.5])
  const teamIds = new Int32Array(teamCount)
  for (let team = 0; team < teamCount; team++) teamIds[team] = (teamIds[team - 1] ?? 0) + 1 + upTo(random, 3)
  const lineup = () => {
    const isEmpty = random() < emptyShare
    return percentages.map(() => (isEmpty ? 0 : 1 + upTo(random, entryCount - 1)))
  }
  const roundNumbers = pick(random, [[1], [3], [1, 2], [1, 3], [1, 2, 3], [1, 2, 3]])
  const rounds = roundNumbers.map((roundNumber, index) => {
    // The last teams join between the rounds.
    const joined = Math.ceil(teamCount * pick(random, index + 1 < roundNumbers.length ? [1, 0.9] : [1]))
    return {
      roundNumber,
      lineups: Uint8Array.from(Array.from({ length: joined }, lineup).flat()),
      points: Uint16Array.from({ length: entryCount }, () => upTo(random, greatest)),
    }
  })
  const memberShare = pick(random, [0.05, 0.5, 1])
  const members = Array.from(teamIds.keys()).filter(() => random() < memberShare)
  return { teamCount, teamIds, percentages, rounds, members }
}

type Season = ReturnType<typeof makeSeason>

function store({ teamIds, percentages, rounds, members }: Season) {
  const db = new Database(':memory:')
  db.exec(`begin; ${tables}`)
  const insert = (into: string, count: number) =>
    db.prepare(`insert into ${into} values (${Array(count).fill('?').join(', ')})`)
  const membership = new Set(members)
  const team = insert('teams', 2)
  for (const [index, id] of teamIds.entries()) team.run(id, membership.has(index) ? 1 : 0)
  const share = insert('shares', 2)
  for (const [position, percentage] of percentages.entries()) share.run(position, percentage)
  const [round, place, points] = [insert('rounds', 1), insert('lineups', 4), insert('points', 3)]
  const size = percentages.length
  for (const { roundNumber, lineups, points: earned } of rounds) {
    round.run(roundNumber)
    for (const [entry, each] of earned.entries()) points.run(roundNumber, entry + 1, each)
    for (const [at, value] of lineups.entries()) {
      if (value > 0) place.run(teamIds[Math.floor(at / size)], roundNumber, at % size, value)
    }
  }
  db.exec('commit')
  return db
}

/** Few and many teams, each with points that make ties and with points in a wide range, twice. */
const seasons = [1, 2, 9, 80, 400, 3000]
  .flatMap((teamCount) => [0, 1, 50, 436, 9999, 9999].map((greatest) => ({ teamCount, greatest })))
  .flatMap((size) => [size, size])
  .map((size, index) => ({ ...size, seed: index + 1 }))

describe('the scoreboard of a random season is what SQL computes', () => {
  test.each(seasons)('seed $seed: $teamCount teams, up to $greatest points', (shape) => {
    const season = makeSeason(shape)
    const db = store(season)
    const board = computeScoreboard(season)

    const rounds = board.rounds.flatMap((round, index) =>
      Array.from(season.teamIds, (id, team) => {
        const score = computeScore(round, team)
        const total = computeTotal(board.rounds.slice(0, index + 1), team)
        const [roundRank, rankAfter] = [findRank(round.roundRanks, score), findRank(round.totalRanks, total)]
        return { roundNumber: round.roundNumber, id, score, total, roundRank, rankAfter }
      }),
    )
    expect(rounds.length).toBe(season.teamCount * season.rounds.length)
    expect(rounds).toEqual(db.prepare(byRound).all())

    const row = (team: number, place: ReturnType<typeof findTeamPlace>) => {
      const { totalHundredths: total, ...rest } = place ?? { totalHundredths: null }
      return { id: season.teamIds[team], total, ...rest }
    }
    const all = Array.from(board.order, (team) => row(team, findTeamPlace(board, team)))
    expect(all).toEqual(db.prepare(table('true')).all())

    const league = rankMembers(board, Int32Array.from(season.members).reverse())
    const ranked = Array.from(league.order, (team) => row(team, findLeaguePlace(board, league, team)))
    expect(ranked).toHaveLength(season.members.length)
    expect(ranked).toEqual(db.prepare(table('is_member')).all())

    expect(Array.from(season.teamIds, (id) => findTeamIndex(season.teamIds, id))).toEqual([
      ...season.teamIds.keys(),
    ])
    db.close()
  })
})

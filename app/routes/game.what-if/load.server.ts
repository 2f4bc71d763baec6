import { pickSmallestLeagues } from '#app/game/league.ts'
import { type Lamp, toLamps } from '#app/game/lineup/lamps.ts'
import { isRoundHidden } from '#app/game/results-choice.ts'
import {
  parseWhatIf,
  WHAT_IF_LIMIT,
  type WhatIfErrors,
  type WhatIfRow,
} from '#app/game/scoreboard/what-if.ts'
import type { EntryPoints } from '#app/game/scoring/scoring.ts'
import { countQualifiers } from '#app/game/scoring/vote-total.ts'
import type { Round } from '#app/game/season/contest.ts'
import { describeLateJoin } from '#app/game/season/season-phase.ts'
import { isInShow } from '#app/game/season/show-state.ts'
import { pickEntriesById, type Team } from '#app/game/team/team.ts'
import { scoreboards } from '#app/server/active-season.server.ts'
import type { GameContext } from '#app/server/game-context.server.ts'
import { hasPointsOf, type Results } from '#app/services/scoreboard/results.server.ts'
import type { WhatIfAnswer } from '#app/services/scoreboard/what-if.server.ts'
import { listLeaguesOfTeam } from '#db/leagues/leagues.server.ts'
import type { Db } from '#db/schema.server.ts'
import type { WhatIfQuery } from './query.server.ts'

/** The members of all leagues on the page together: a place among them takes a tenth of a second. */
const MOST_MEMBERS = 1_000_000

interface WhatIfParams extends GameContext {
  /** Closed, and not official yet. */
  round: Round
  query: WhatIfQuery
}

export type WhatIfView = Awaited<ReturnType<typeof loadWhatIf>>['view']

/**
 * The form of a what-if as it was sent, and what the places would be; with the status of the page: 400 for rows with errors, 429
 * or 503 when there is no answer now.
 */
export async function loadWhatIf(db: Db, params: WhatIfParams) {
  const { contest, round, official, results, live, team, query } = params
  const facts = { rounds: contest.rounds, official: official?.season.points ?? [] }
  const singers = contest.entries.filter((entry) => isInShow(facts, entry, round))
  const rows = toRows(query)
  const hasPoints = results !== null && hasPointsOf(results, round.roundNumber)
  const now = results && hasPoints ? results.pointsOf(round.roundNumber) : []
  const scorers = now.filter(({ points }) => points > 0).map(({ entryId }) => entryId)
  const isSemiFinal = round.kind === 'semi-final'
  const missing = scorers.length < countQualifiers(singers.length) ? 'waiting' : 'not through'
  const parsed = parseWhatIf(rows, { singers, through: isSemiFinal ? new Set(scorers) : null })
  const answered =
    results && team && hasPoints && parsed.ok && parsed.changes.length > 0
      ? await answerWhatIf(db, { ...params, results, team, changes: parsed.changes })
      : null
  const errors: WhatIfErrors | null = parsed.ok ? null : parsed
  const [wrong] = errors?.byRow.values() ?? []
  const error = errors?.ofAll ?? wrong?.text ?? null
  const shown = rows
    .slice(0, WHAT_IF_LIMIT)
    .map((row, at) => ({ ...row, error: errors?.byRow.get(at) ?? null }))
  const refusal = typeof answered === 'string' ? answered : null
  return {
    status: error ? 400 : refusal ? statuses[refusal] : 200,
    view: {
      title: round.title,
      /** Whether a country is through or not; in the final it has points. */
      isSemiFinal,
      live,
      countries: listLamps(params),
      /** What who has no team may still do; null with one. */
      newcomer: team ? null : { note: describeLateJoin(contest.rounds, params.now) },
      /** False until the first points are live. */
      hasPoints,
      isHidden: isRoundHidden(params, round),
      rows: shown,
      error,
      /** What to press before there is an answer; null when nothing is missing. */
      hint: error === null ? (errors?.tooManyThrough ?? null) : null,
      /** The country whose points are typed: the one that was pressed, or whose points are wrong; null in a semi-final. */
      open: isSemiFinal ? null : (shown.find((row) => row.error?.field === 'points')?.code ?? query.open),
      singers: singers
        .map(({ id, code, country }) => {
          const points = now.find((each) => each.entryId === id)?.points ?? 0
          return {
            code,
            country,
            points,
            now: isSemiFinal ? (points > 0 ? 'through' : missing) : String(points),
          }
        })
        .sort((a, b) => b.points - a.points),
      refusal,
      answer: typeof answered === 'string' ? null : answered,
    },
  }
}

/** The own six of the show with their lamps; none for a team that joined after it had begun. */
function listLamps({ contest, official, results, lineups, round, now }: WhatIfParams): readonly Lamp[] {
  const lineup = lineups.find((each) => each.roundNumber === round.roundNumber)
  return toLamps(pickEntriesById(contest.entries, lineup?.entryIds ?? []), {
    rounds: contest.rounds,
    official: official?.season.points ?? [],
    live: results?.season.points ?? [],
    round,
    now,
  })
}

const statuses = { ONE_AT_A_TIME: 429, TOO_MANY: 503 } as const

/** The rows of the address that have anything in them. */
function toRows({ country, points }: WhatIfQuery): WhatIfRow[] {
  const length = Math.max(country.length, points.length)
  return Array.from({ length }, (_, at) => ({ code: country[at] ?? '', points: points[at] ?? '' })).filter(
    (row) => row.code !== '' || row.points.trim() !== '',
  )
}

interface AnswerParams extends WhatIfParams {
  team: Team
  results: Results
  changes: readonly EntryPoints[]
}

async function answerWhatIf(db: Db, params: AnswerParams) {
  const { contest, results, round, team, visitor, changes } = params
  const leagues = pickSmallestLeagues(await listLeaguesOfTeam(db, team.id), MOST_MEMBERS)
  const answer = await scoreboards.readWhatIf({
    contest,
    results,
    roundNumber: round.roundNumber,
    changes,
    teamId: team.id,
    managerId: visitor.managerId,
    leagueIds: leagues.map((league) => league.id),
  })
  if (answer === undefined || typeof answer === 'string') return answer ?? null
  const standing = results.findStanding(team.id)
  return {
    world: {
      teamCount: contest.teamCount,
      now: { rank: standing?.rank ?? null, totalHundredths: standing?.totalHundredths ?? null },
      changed: { ...answer.world, totalHundredths: answer.totalHundredths },
    },
    leagues: await Promise.all(leagues.map((league) => describeLeague(params, league, answer))),
  }
}

async function describeLeague(
  { results, team }: AnswerParams,
  { id, leagueName, memberCount }: { id: number; leagueName: string; memberCount: number },
  { leagues }: WhatIfAnswer,
) {
  const table = await scoreboards.readLeague(results, id)
  return {
    id,
    leagueName,
    memberCount,
    now: { rank: table.findStanding(team.id)?.rank ?? null },
    changed: leagues.get(id) ?? null,
  }
}

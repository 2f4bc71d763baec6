import { toRankingName } from '#app/game/account-deletion.ts'
import { isRoundHidden } from '#app/game/results-choice.ts'
import { toResultLineView } from '#app/game/scoring/result-line-view.ts'
import { listResultLines } from '#app/game/scoring/results.ts'
import type { Round } from '#app/game/season/contest.ts'
import { findEntryInShow, isThrough, type ShowFacts } from '#app/game/season/show-state.ts'
import type { Team } from '#app/game/team/team.ts'
import { scoreboards } from '#app/server/active-season.server.ts'
import type { GameContext } from '#app/server/game-context.server.ts'
import { listRanking } from '#app/services/scoreboard/ranking.server.ts'
import { findShowFacts } from '#app/services/seasons/show-facts.server.ts'
import type { Db } from '#db/schema.server.ts'
import { listBoard } from './board.server.ts'
import { findChances } from './chances.server.ts'
import { findMoved, loadLeagueStrips, readOwnLeagues } from './leagues.server.ts'

export type LiveView = Awaited<ReturnType<typeof loadLive>> & {
  /** Seconds until the page asks again by itself; null unless the visitor chose it (D41). */
  every: string | null
}

export interface LiveParams extends GameContext {
  team: Team
  /** Closed, and not official yet. */
  round: Round
}

/** The evening of one manager: the own six, the provisional rank, the leagues and the leader, with no table computed for it. */
export async function loadLive(db: Db, params: LiveParams) {
  const { contest, team, round, results, now, timeZone } = params
  const facts = await findShowFacts(db, params)
  const lineup = params.lineups.find((each) => each.roundNumber === round.roundNumber)
  const lines = listResultLines(contest, lineup, results?.pointsOf(round.roundNumber) ?? [])
  const context = { rounds: contest.rounds, now, timeZone, hidden: params.hidden }
  const standing = results?.findStanding(team.id)
  const countThrough = createThroughCount(params, facts)
  // What was shown before may be what is hidden.
  const before =
    results && params.live && !params.hidden ? await scoreboards.readBefore(contest, results) : null
  const { leagueCount, leagues } = await readOwnLeagues(db, params)
  return {
    round: { title: round.title, isSemiFinal: round.kind === 'semi-final' },
    live: params.live,
    isHidden: isRoundHidden(params, round),
    rank: standing?.rank ?? null,
    moved: findMoved(standing, before?.results.findStanding(team.id)),
    totalHundredths: standing?.totalHundredths ?? null,
    points: findOwnPoints(params),
    /** How many of the own six are in the final; null in the final, and without a line-up in this show. */
    through: lineup ? countThrough(lineup.entryIds) : null,
    /** Empty when the team joined after this round began. */
    lines: lines.map((line) =>
      toResultLineView(line, { facts, round, context, isLive: params.live !== null }),
    ),
    leagueCount,
    leagues: await loadLeagueStrips(db, { ...params, leagues, countThrough, before }),
    chances: findChances({ ...params, facts, own: lineup, leagues }),
    board: listBoard(params, facts),
    world: await loadWorld(db, params),
  }
}

/** Counts how many of six countries are in the final; null in the final itself. */
export type ThroughCount = (entryIds: readonly number[]) => number | null

function createThroughCount({ contest, round }: LiveParams, facts: ShowFacts): ThroughCount {
  if (round.kind === 'final') return () => null
  const through = contest.entries.filter((entry) => isThrough(findEntryInShow(facts, entry, round)))
  const ids = new Set(through.map((entry) => entry.id))
  return (entryIds) => entryIds.filter((id) => ids.has(id)).length
}

/** The team's points tonight and before, in hundredths; tonight's are null until the first press, the others in the first show. */
function findOwnPoints({ results, team, round }: LiveParams) {
  const rounds = results?.listRoundResults(team.id) ?? []
  const tonight = rounds.find((each) => each.roundNumber === round.roundNumber)
  const before = rounds.filter((each) => each.roundNumber < round.roundNumber).at(-1)
  return {
    tonightHundredths: tonight?.scoreHundredths ?? null,
    beforeHundredths: before?.totalHundredths ?? null,
  }
}

/** Who leads the table of all teams, and by how much; `leader` is null for one who leads it, and before the first results. */
async function loadWorld(db: Db, { contest, results, team }: LiveParams) {
  const standing = results?.findStanding(team.id)
  const page = { gameId: contest.id, offset: 0, limit: 1 }
  const [first] = standing && standing.rank > 1 ? await listRanking(db, results ?? null, page) : []
  return {
    teamCount: contest.teamCount,
    tied: standing?.tied ?? 1,
    leader:
      standing && first
        ? {
            teamName: toRankingName(first.teamName),
            gapHundredths: (first.totalHundredths ?? 0) - standing.totalHundredths,
          }
        : null,
  }
}

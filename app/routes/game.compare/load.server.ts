import type { Lineup } from '#app/game/lineup/lineup.ts'
import { isRoundHidden } from '#app/game/results-choice.ts'
import { compareTeams, listComparedCountries } from '#app/game/scoring/compare-teams.ts'
import { listResultLines } from '#app/game/scoring/results.ts'
import type { Round } from '#app/game/season/contest.ts'
import { isOpen, isZeroOpen } from '#app/game/season/round.ts'
import type { Team } from '#app/game/team/team.ts'
import { formatOrdinal } from '#app/game/text/format-ordinal.ts'
import type { GameContext } from '#app/server/game-context.server.ts'
import { type SharedTable, toLeagueLink } from '#app/server/league-link.server.ts'
import { listCurrentLineups } from '#app/services/teams/lineups.server.ts'
import type { Db } from '#db/schema.server.ts'

export type CompareView = Awaited<ReturnType<typeof loadComparison>>

interface CompareParams extends GameContext {
  team: Team
  rival: Team
  /** The league of both; null without one. */
  shared: SharedTable | null
  /** A closed round (D36); null for all of them. */
  round: Round | null
}

/** Two teams side by side in closed rounds, without any manager's name (D36). */
export async function loadComparison(db: Db, params: CompareParams) {
  const { contest, team, rival, shared, round, now } = params
  const closed = contest.rounds.filter((each) => !isOpen(each, now))
  const compared = round ? [round] : closed
  const mine = listComparedCountries(listLines(params, params.lineups, compared))
  const rivalLineups = await listCurrentLineups(db, { ...params, team: rival })
  const theirs = listComparedCountries(listLines(params, rivalLineups, compared))
  const own = findResult(params, team)
  const other = findResult(params, rival)
  return {
    live: params.live,
    isHidden: isRoundHidden(params, round ?? closed.at(-1)),
    rivalId: rival.id,
    round: round?.roundNumber ?? null,
    rounds: closed.map(({ roundNumber, title }) => ({ roundNumber, title })),
    league: shared && toLeagueLink(shared, rival.id),
    mine: { teamName: team.teamName, ...own },
    theirs: { teamName: rival.teamName, ...other },
    differenceHundredths:
      own.scoreHundredths === null || other.scoreHundredths === null
        ? null
        : own.scoreHundredths - other.scoreHundredths,
    rows: compareTeams(mine, theirs),
  }
}

/** A team's positions in each of some closed rounds; without a score where a country may still get points. */
function listLines({ contest, results }: GameContext, lineups: readonly Lineup[], rounds: readonly Round[]) {
  return rounds.map((round) => {
    const lineup = lineups.find((each) => each.roundNumber === round.roundNumber)
    const lines = listResultLines(contest, lineup, results?.pointsOf(round.roundNumber) ?? [])
    return isZeroOpen(round)
      ? lines.map((line) => ({ ...line, scoreHundredths: line.scoreHundredths || null }))
      : lines
  })
}

/** A team's score with its place in words, which is in the league where both have one; nulls before a result. */
function findResult({ results, shared, round }: CompareParams, { id }: Team) {
  if (round) {
    const result = results?.listRoundResults(id).find((each) => each.roundNumber === round.roundNumber)
    return {
      scoreHundredths: result?.scoreHundredths ?? null,
      place: result ? `${formatOrdinal(result.roundRank)} in this round` : null,
    }
  }
  const standing = results?.findStanding(id)
  const inLeague = shared?.table?.findStanding(id)
  const place = inLeague
    ? `${formatOrdinal(inLeague.rank)} in the league`
    : standing && `${formatOrdinal(standing.rank)} of ${standing.rankedTeams.toLocaleString('en-US')}`
  return { scoreHundredths: standing?.totalHundredths ?? null, place: place ?? null }
}

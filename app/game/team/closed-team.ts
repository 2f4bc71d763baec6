import type { Lamp } from '#app/game/lineup/lamps.ts'
import type { Lineup } from '#app/game/lineup/lineup.ts'
import { listResultLines } from '#app/game/scoring/results.ts'
import type { EntryPoints } from '#app/game/scoring/scoring.ts'
import type { Contest, Entry } from '#app/game/season/contest.ts'
import { toNextDeadlineView } from '#app/game/season/next-deadline.ts'
import { toShortTitle } from '#app/game/season/round-view.ts'
import { formatOrdinal } from '#app/game/text/format-ordinal.ts'
import type { FormattedInstant } from '#app/game/time/instant.ts'
import type { Team } from './team.ts'

export type ClosedTeamView = ReturnType<typeof toClosedTeamView>

interface ClosedGame {
  contest: Contest
  team: Team
  teamEntries: readonly Entry[]
  lineups: readonly Lineup[]
  lamps: readonly Lamp[]
  /** What is shown: null before any, and without the rounds that are hidden (D38). */
  results: {
    pointsOf: (roundNumber: number) => readonly EntryPoints[]
    findStanding: (teamId: number) => { totalHundredths: number; rank: number } | undefined
  } | null
  live: FormattedInstant | null
  now: number
  print: (at: number) => FormattedInstant
}

/** A team that can change no more (D7): its six, the place of each in every order, what it earned there, and its rank. */
export function toClosedTeamView(game: ClosedGame) {
  const { contest, team, lineups, results, lamps } = game
  const standing = results?.findStanding(team.id)
  const rounds = contest.rounds.map((round) => {
    const { roundNumber } = round
    const lineup = lineups.find((each) => each.roundNumber === roundNumber)
    return {
      title: toShortTitle(round),
      lines: listResultLines(contest, lineup, results?.pointsOf(roundNumber) ?? []),
    }
  })
  const next = toNextDeadlineView(game)
  const isOver = contest.rounds.every((round) => round.computedAt !== null)
  return {
    teamName: team.teamName,
    rounds: rounds.map((round) => round.title),
    rows: game.teamEntries.map(({ code, country }) => ({
      code,
      country,
      /** By round: its place in the order, '1st', and its points in hundredths; null where the team had no order. */
      places: rounds.map(({ lines }) => {
        const at = lines.findIndex((line) => line.entry.code === code)
        return at < 0
          ? null
          : { place: formatOrdinal(at + 1), hundredths: lines[at]?.scoreHundredths ?? null }
      }),
    })),
    lamps,
    totalHundredths: standing?.totalHundredths ?? null,
    rank: standing?.rank ?? null,
    /** Why it can change no more, until there is nothing to wait for. */
    reason: next ? ('TEAM_CHANGE_NOT_ALLOWED' as const) : isOver ? null : ('NEXT_ROUND_MISSING' as const),
    next,
    live: game.live,
    hasDialog: false,
  }
}

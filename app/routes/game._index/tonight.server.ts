import type { Lamp } from '#app/game/lineup/lamps.ts'
import { isRoundHidden } from '#app/game/results-choice.ts'
import { findLiveRound } from '#app/game/season/round.ts'
import { findEntryInShow, type ShowFacts, toLampState } from '#app/game/season/show-state.ts'
import { pickEntriesById } from '#app/game/team/team.ts'
import { formatOrdinal } from '#app/game/text/format-ordinal.ts'
import type { GameContext } from '#app/server/game-context.server.ts'
import { findSongOnStage } from '#app/server/live/show.server.ts'
import { hasPointsOf } from '#app/services/scoreboard/results.server.ts'

/** `league`: the first one of the team, if any; `place`: '2nd'. */
type TonightContext = GameContext & {
  facts: ShowFacts
  league: { leagueName: string; place: string } | undefined
}

/** The show that is on, or whose points are shown without being official: its lamps, and the way to the page of the evening. */
export function loadTonight(game: TonightContext) {
  const { contest, facts, lineups, results, hidden, now } = game
  const round = findLiveRound(contest.rounds, now)
  if (!round) return null
  const lineup = lineups.find((each) => each.roundNumber === round.roundNumber)
  const countries = pickEntriesById(contest.entries, lineup?.entryIds ?? []).map((entry) => ({
    code: entry.code,
    country: entry.country,
    show: toLampState(findEntryInShow(facts, entry, round), round, now),
  }))
  const isHidden = isRoundHidden(game, round)
  const hasPoints = results !== null && hasPointsOf(results, round.roundNumber)
  return {
    /** Empty without a team, and for one that joined after this show had begun. */
    countries,
    title: round.title,
    /** Until the first points. */
    song: hasPoints ? null : findSongOnStage({ contest, round, hidden }, facts),
    /** The points, the rank and the place in the first league as they stand; null where they are hidden. */
    figures: isHidden ? null : findFigures(game),
    /** 'Your 2nd', where the country on stage is. */
    ownOnStage: isHidden ? null : describeOnStage(countries),
  }
}

/** Null without a team, and before the first results. */
function findFigures({ results, team, league }: TonightContext) {
  const standing = team && results?.findStanding(team.id)
  if (!standing) return null
  const { totalHundredths, rank } = standing
  return { totalHundredths, rank, league }
}

function describeOnStage(countries: readonly Lamp[]) {
  const at = countries.findIndex(({ show }) => show === 'on-stage')
  return at < 0 ? null : `Your ${formatOrdinal(at + 1)}`
}

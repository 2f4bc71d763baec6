import type { Visitor } from '#app/auth/permissions.ts'
import { formatResultsChoice } from '#app/game/results-choice.ts'
import type { Round } from '#app/game/season/contest.ts'
import { scoreboards } from '#app/server/active-season.server.ts'
import type { Versions } from '#db/versions.server.ts'

/**
 * The ETag of what the live page tells a visitor of a show: it changes with each press at the desk, when this process shows its
 * results, with the next deadline, and with the visitor's choice to hide results (D38). `versions` are read before the data, so
 * that it is never newer.
 */
export function toLiveEtag(
  { managerId, resultsChoice }: Visitor,
  { game }: Versions,
  { roundNumber }: Pick<Round, 'roundNumber'>,
): string {
  const choice = formatResultsChoice(resultsChoice)
  return `W/"live-${[managerId, roundNumber, game, ...scoreboards.listShown(), choice].join('-')}"`
}

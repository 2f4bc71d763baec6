import type { Visitor } from '#app/auth/permissions.ts'
import { formatResultsChoice } from '#app/game/results-choice.ts'
import { scoreboards } from '#app/server/active-season.server.ts'
import type { Versions } from '#db/versions.server.ts'

/**
 * The ETag of what the live page tells a visitor of the show: it changes with each press at the desk, when this process shows its
 * results, and with the visitor's choice to hide them (D38). `versions` are read before the data, so that it is never newer.
 */
export function toLiveEtag({ managerId, resultsChoice }: Visitor, { game }: Versions): string {
  return `W/"live-${[managerId, game, ...scoreboards.listShown(), formatResultsChoice(resultsChoice)].join('-')}"`
}

import type { Visitor } from '#app/auth/permissions.ts'
import { formatResultsChoice } from '#app/game/results-choice.ts'
import { scoreboards } from '#app/server/active-season.server.ts'
import { readVersions } from '#app/server/versions.server.ts'

/** The versions of an evening: they change with each press at the desk, and when this process shows its results. */
export type LiveVersions = Awaited<ReturnType<typeof readLiveVersions>>

/** Read before the data, so that the ETag is never newer. */
export async function readLiveVersions() {
  const versions = await readVersions()
  /** The publications that this process shows, and whether what was shown before was loaded late. */
  return { ...versions, shown: scoreboards.listShown() }
}

/**
 * The ETag of what the live page tells a visitor of a show: it changes with the versions, with the next deadline (`lastRound` is
 * the number of the round that closed last), and with the visitor's choice to hide results (D38).
 */
export function toLiveEtag(
  { managerId, resultsChoice }: Visitor,
  { game, shown }: LiveVersions,
  lastRound: number,
): string {
  const choice = formatResultsChoice(resultsChoice)
  return `W/"live-${managerId}-${lastRound}-${game}-${shown.join('-')}-${choice}"`
}

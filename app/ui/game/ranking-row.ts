import { isDeletedTeam, toRankingName } from '#app/game/account-deletion.ts'
import { computeMovement, type LeagueStanding, type RankedTeam } from '#app/game/scoring/ranking.ts'
import type { RankingRow } from './ranking-table.tsx'

interface RankingViewer {
  /** The viewer's team. */
  teamId: number | undefined
  /** Whether the first round has begun: then results may be seen (D9). */
  isStarted: boolean
}

/** A row of a ranking; with the manager's name in a league only (D9). */
export function toRankingRow(
  row: RankedTeam & { managerName?: string },
  { teamId, isStarted }: RankingViewer,
): RankingRow {
  return {
    id: row.teamId,
    rank: row.rank,
    sharedBy: row.tied,
    teamName: toRankingName(row.teamName),
    managerName: row.managerName ?? null,
    pointsHundredths: row.totalHundredths,
    movement: computeMovement(row),
    isMine: row.teamId === teamId,
    href: isStarted && !isDeletedTeam(row.teamName) ? `/game/results?teamId=${row.teamId}` : null,
  }
}

/** The viewer's own row beneath the table, when the page shows others (D5). */
export function toOwnRow(
  team: Pick<RankedTeam, 'teamId' | 'teamName'> & { managerName?: string },
  standing: LeagueStanding | undefined,
  isStarted: boolean,
): RankingRow {
  const unranked = { rank: null, tied: 1, totalHundredths: null, previousRank: null }
  return {
    ...toRankingRow({ ...unranked, ...standing, ...team }, { teamId: team.teamId, isStarted }),
    href: isStarted ? '/game/results' : null,
  }
}

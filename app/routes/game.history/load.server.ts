import type { Contest } from '#app/game/season/contest.ts'
import { findSeasonPhase } from '#app/game/season/season-phase.ts'
import { type Receipt, toReceiptView } from '#app/game/team/receipt.ts'
import { pickEntriesById, type Team } from '#app/game/team/team.ts'
import type { InstantFormatter } from '#app/http/cookies/time-zone.server.ts'
import type { Db } from '#db/schema.server.ts'
import { findTeamReceipt, listReceipts, listReceiptsInForce } from '#db/teams/receipts.server.ts'
import type { HistoryView } from './view.ts'

const PAGE_SIZE = 20

interface HistoryParams {
  contest: Contest
  team: Team
  managerId: number
  /** Only receipts older than the one with this id. */
  before: number | undefined
  /** Game time, epoch ms. */
  now: number
  print: InstantFormatter
}

/** A page of the manager's own saves, each with the parts still in force. */
export async function loadHistory(db: Db, params: HistoryParams): Promise<HistoryView> {
  const { contest, team, managerId, before } = params
  const teamKey = { gameId: contest.id, managerId }
  const page = before === undefined ? teamKey : { ...teamKey, before }
  const receipts = await listReceipts(db, { ...page, limit: PAGE_SIZE + 1 })
  const shown = receipts.slice(0, PAGE_SIZE)
  const inForce = await listReceiptsInForce(db, team.id)
  const teamReceipt = await findTeamReceipt(db, teamKey)
  return {
    teamName: team.teamName,
    hasOpenRound: findSeasonPhase(contest, params.now).next !== undefined,
    lights: pickEntriesById(contest.entries, team.entryIds).map(({ code, country }) => ({ code, country })),
    saves: shown.map((receipt) => ({
      ...toReceiptView(receipt, params),
      isTeamInForce: receipt.id === teamReceipt?.id,
      roundsInForce: findRoundsInForce(inForce, receipt),
    })),
    hasNewer: before !== undefined,
    olderBefore: receipts.length > PAGE_SIZE ? (shown.at(-1)?.id ?? null) : null,
  }
}

function findRoundsInForce(inForce: readonly Receipt[], { id }: Receipt): readonly number[] {
  return inForce.find((receipt) => receipt.id === id)?.roundNumbers ?? []
}

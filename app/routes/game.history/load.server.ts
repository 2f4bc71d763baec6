import { findNextRound } from '#app/game/season/round.ts'
import { toReceiptView } from '#app/game/team/receipt.ts'
import type { Team } from '#app/game/team/team.ts'
import type { GameContext } from '#app/server/game-context.server.ts'
import type { Db } from '#db/schema.server.ts'
import { findTeamReceipt, listReceipts, listReceiptsInForce } from '#db/teams/receipts.server.ts'

const PAGE_SIZE = 20

export type HistoryView = Awaited<ReturnType<typeof loadHistory>>

/** A page of the manager's own saves, newest first: those before a receipt's id, or the newest. */
export async function loadHistory(db: Db, game: GameContext & { team: Team }, before: number | undefined) {
  const { contest, team, visitor, now } = game
  const teamKey = { gameId: contest.id, managerId: visitor.managerId }
  const page = before === undefined ? teamKey : { ...teamKey, before }
  const receipts = await listReceipts(db, { ...page, limit: PAGE_SIZE + 1 })
  const shown = receipts.slice(0, PAGE_SIZE)
  const inForce = await listReceiptsInForce(db, team.id)
  const teamReceipt = await findTeamReceipt(db, teamKey)
  return {
    teamName: team.teamName,
    /** Whether a line-up can still change. */
    hasOpenRound: findNextRound(contest.rounds, now) !== undefined,
    countries: game.lamps,
    saves: shown.map((receipt) => ({
      ...toReceiptView(receipt, game),
      /** Whether the stored team is the one of this receipt. */
      isTeamInForce: receipt.id === teamReceipt?.id,
      /** The rounds whose stored line-up is the one of this receipt. */
      roundsInForce: inForce.find(({ id }) => id === receipt.id)?.roundNumbers ?? [],
    })),
    hasNewer: before !== undefined,
    /** `before` of the next, older page; null on the last one. */
    olderBefore: receipts.length > PAGE_SIZE ? (shown.at(-1)?.id ?? null) : null,
  }
}

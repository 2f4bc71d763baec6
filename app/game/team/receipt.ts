import type { Contest } from '#app/game/season/contest.ts'
import { isOpen } from '#app/game/season/round.ts'
import type { FormattedInstant } from '#app/game/time/instant.ts'

/** What one save did, as it was then. Written with the save, in its transaction, at the time that decided (D6). */
export interface Receipt {
  id: number
  /** A team with the line-ups it set (D8), a line-up by hand, or one that was adjusted because its team changed. */
  kind: 'team' | 'line-up' | 'refit'
  /** Of a team's receipt only. */
  teamName: string | null
  /** The rounds whose line-up it set. */
  roundNumbers: readonly number[]
  /** Codes of the countries, in order. */
  codes: readonly string[]
  /** Epoch ms. */
  savedAt: number
}

/** A round as a receipt names it. */
export interface ReceiptRound {
  roundNumber: number
  title: string
  deadline: FormattedInstant
  isOpen: boolean
}

/** A receipt ready to be shown. */
export interface ReceiptView {
  id: number
  kind: Receipt['kind']
  teamName: string | null
  rounds: readonly ReceiptRound[]
  order: readonly { code: string; country: string }[]
  savedAt: FormattedInstant
}

interface ReceiptContext {
  contest: Pick<Contest, 'rounds' | 'entries'>
  /** Game time, epoch ms. */
  now: number
  print: (at: number) => FormattedInstant
}

/** A receipt in words. A deadline is told as it stands now: one that was corrected would mislead. */
export function toReceiptView(receipt: Receipt, { contest, now, print }: ReceiptContext): ReceiptView {
  const rounds = contest.rounds.filter((round) => receipt.roundNumbers.includes(round.roundNumber))
  return {
    id: receipt.id,
    kind: receipt.kind,
    teamName: receipt.teamName,
    rounds: rounds.map((round) => ({
      roundNumber: round.roundNumber,
      title: round.title,
      deadline: print(round.deadlineAt),
      isOpen: isOpen(round, now),
    })),
    order: receipt.codes.map((code) => ({ code, country: findCountryName(contest, code) })),
    savedAt: print(receipt.savedAt),
  }
}

/** A country that has left the season since is told by its code. */
function findCountryName(contest: Pick<Contest, 'entries'>, code: string): string {
  return contest.entries.find((entry) => entry.code === code)?.country ?? code
}

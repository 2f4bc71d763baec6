import type { Contest, Round } from '#app/game/season/contest.ts'
import { isOpen } from '#app/game/season/round.ts'
import type { FormattedInstant } from '#app/game/time/instant.ts'

/** The record of one save, inserted in its transaction with the time that the rules used (D6). */
export interface Receipt {
  id: number
  /** A team with the line-ups it set (D8), a manually saved line-up, or one adjusted after a change of the team. */
  kind: 'team' | 'line-up' | 'refit'
  /** Only for the receipt of a team. */
  teamName: string | null
  roundNumbers: readonly number[]
  /** Codes of the countries, in order. */
  codes: readonly string[]
  /** Epoch ms. */
  savedAt: number
}

export interface ReceiptRound extends Pick<Round, 'roundNumber' | 'title'> {
  deadline: FormattedInstant
  isOpen: boolean
}

export interface ReceiptView extends Pick<Receipt, 'id' | 'kind' | 'teamName'> {
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

/** A receipt for pages, with the current deadlines: one from the time of the save could be outdated. */
export function toReceiptView(receipt: Receipt, { contest, now, print }: ReceiptContext): ReceiptView {
  const rounds = contest.rounds.filter((round) => receipt.roundNumbers.includes(round.roundNumber))
  const countries = new Map(contest.entries.map(({ code, country }) => [code, country]))
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
    // The code itself, when the entry was removed from the season.
    order: receipt.codes.map((code) => ({ code, country: countries.get(code) ?? code })),
    savedAt: print(receipt.savedAt),
  }
}

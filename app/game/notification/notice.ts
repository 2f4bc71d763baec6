import type { Game, Round } from '#app/game/season/contest.ts'
import type { FormattedInstant } from '#app/game/time/instant.ts'
import type { NotificationKind } from './notification.ts'

/** A notice for the site: without points or ranks. */
export interface NoticeView {
  /** The cause as one word: the key of a dismissed notice. */
  name: string
  kind: NotificationKind
  year: number
  /** For a reminder and for results. */
  round: { roundNumber: number; title: string; deadline: FormattedInstant } | null
  hasTeam: boolean
}

interface NoticeInput {
  name: string
  cause: { kind: NotificationKind }
  game: Pick<Game, 'year'>
  round: Pick<Round, 'roundNumber' | 'title' | 'deadlineAt'> | undefined
}

/** A notice for one visitor's page. */
export function toNoticeView(
  { name, cause, game, round }: NoticeInput,
  { print, hasTeam }: { print: (at: number) => FormattedInstant; hasTeam: boolean },
): NoticeView {
  return {
    name,
    kind: cause.kind,
    year: game.year,
    round: round
      ? { roundNumber: round.roundNumber, title: round.title, deadline: print(round.deadlineAt) }
      : null,
    hasTeam,
  }
}

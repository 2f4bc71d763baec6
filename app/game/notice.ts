import type { Game, Round } from './contest.ts'
import type { ShownInstant } from './instant.ts'
import type { NoticeKind } from './notification.ts'

/** A notice ready to be shown on the site: no points, no ranks. */
export interface ShownNotice {
  /** The cause as one word: what is put away is known by it. */
  name: string
  kind: NoticeKind
  year: number
  /** Of a reminder and of results. */
  round: { roundNumber: number; title: string; deadline: ShownInstant } | null
  hasTeam: boolean
}

interface Told {
  name: string
  cause: { kind: NoticeKind }
  game: Pick<Game, 'year'>
  round: Pick<Round, 'roundNumber' | 'title' | 'deadlineAt'> | undefined
}

/** A notice as a page shows it to one visitor. */
export function showNotice(
  { name, cause, game, round }: Told,
  { print, hasTeam }: { print: (at: number) => ShownInstant; hasTeam: boolean },
): ShownNotice {
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

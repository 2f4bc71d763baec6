import type { Round } from './contest.ts'
import { type EntryInShow, isThrough, type LampState, toLampState } from './show-state.ts'

/** The lamps of a team in the order of its line-up, and the words beside them. */
export interface TeamLamps {
  lamps: LampState[]
  text: string
}

/** The lamps of a team in a show; null without a line-up in it. `now`: game time, epoch ms. */
export function toTeamLamps(
  six: readonly EntryInShow[],
  round: Pick<Round, 'kind' | 'deadlineAt'>,
  now: number,
): TeamLamps | null {
  if (six.length === 0) return null
  const lamps = six.map((show) => toLampState(show, round, now))
  const through = `${six.filter(isThrough).length} of ${six.length} through`
  return { lamps, text: round.kind === 'semi-final' ? through : countByWord(lamps) }
}

const words = ['on-stage', 'sung', 'waiting', 'out', 'withdrawn'] as const

/** '4 sung, 1 waiting, 1 out' */
function countByWord(lamps: readonly LampState[]): string {
  const counts = words.map((word) => ({ word, count: lamps.filter((lamp) => lamp === word).length }))
  return counts
    .filter(({ count }) => count > 0)
    .map(({ word, count }) => `${count} ${word.replace('-', ' ')}`)
    .join(', ')
}

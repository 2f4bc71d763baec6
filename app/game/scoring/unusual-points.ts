import type { Round } from '#app/game/season/contest.ts'
import type { EntryPoints } from './scoring.ts'
import { computeVoteTotal, countQualifiers, qualifierPoints } from './vote-total.ts'

/**
 * What an admin is told before points are published that are not as at the end of a show (D3): another number of qualifiers,
 * or another sum of a final. Empty when there is nothing to tell. `entries`: all countries of the season. `isLive`: then only
 * too many are unusual, as more are to come.
 */
export function describeUnusual(
  entries: readonly { id: number; isInShow: boolean }[],
  entered: readonly EntryPoints[],
  { kind, isLive = false }: Pick<Round, 'kind'> & { isLive?: boolean },
): string {
  const singers = entries.filter(({ isInShow }) => isInShow)
  const given = entered.filter(({ points }) => points > 0)
  const sum = given.reduce((all, { points }) => all + points, 0)
  if (kind !== 'final') {
    const [through, outOf] = [given.length, countQualifiers(singers.length)]
    if (through > outOf) return `${through} countries are through, but only ${outOf} can be.`
    if (through < outOf) return isLive ? '' : `Only ${through} of ${outOf} countries are through.`
    return sum === through * qualifierPoints ? '' : `Not every qualifier has ${qualifierPoints} points.`
  }
  const outOf = computeVoteTotal(entries.length)
  const stored = `The points add up to ${sum.toLocaleString('en-US')} of ${outOf.toLocaleString('en-US')}.`
  if (sum > outOf) return stored
  if (isLive) return ''
  const points = singers.map(({ id }) => entered.find(({ entryId }) => entryId === id)?.points)
  const [missing, zeros] = [undefined, 0].map((none) => points.filter((each) => each === none).length)
  if (missing) return `${missing} ${missing === 1 ? 'country is' : 'countries are'} not entered yet.`
  // A country may have 0 in the end, and the sum is right then.
  if (sum === outOf) return ''
  return zeros ? `${zeros} ${zeros === 1 ? 'country has' : 'countries have'} 0 points. ${stored}` : stored
}

import type { EntryPoints } from './scoring.ts'

/** How far the vote of a final is, from the points of the juries and those that stand now. */
export interface FinalVote {
  /** The juries' points by entry id. */
  juries: ReadonlyMap<number, number>
  /** The entries whose viewers' points are in, too. */
  complete: ReadonlySet<number>
  /** The entry that gets its viewers' points next; null where two have as many of the juries, and at the end. */
  next: number | null
}

interface FinalVoteParams {
  juries: readonly EntryPoints[]
  now: readonly EntryPoints[]
  /** Ids of the entries that sing in the final. */
  singers: readonly number[]
}

/**
 * The vote of a final: the viewers' points are read out from the last place of the juries up. A country is complete when it has
 * more than the juries gave it, or when one with more of the juries' points is: the viewers may have given it 0.
 */
export function findFinalVote({ juries: given, now, singers }: FinalVoteParams): FinalVote {
  const juries = toPointsOf(given)
  const points = toPointsOf(now)
  const juriesOf = (id: number) => juries.get(id) ?? 0
  const hasMore = (id: number) => (points.get(id) ?? 0) > juriesOf(id)
  const reached = Math.max(Number.NEGATIVE_INFINITY, ...singers.filter(hasMore).map(juriesOf))
  const open = singers.filter((id) => !hasMore(id) && juriesOf(id) >= reached)
  const fewest = Math.min(...open.map(juriesOf))
  const [next = null, second] = open.filter((id) => juriesOf(id) === fewest)
  // With as many of the juries as the last one it may have got nothing from the viewers already.
  const isKnown = second === undefined && fewest > reached
  return {
    juries,
    complete: new Set(singers.filter((id) => !open.includes(id))),
    next: isKnown ? next : null,
  }
}

function toPointsOf(scores: readonly EntryPoints[]): ReadonlyMap<number, number> {
  return new Map(scores.map(({ entryId, points }) => [entryId, points]))
}

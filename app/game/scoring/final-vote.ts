/** Points by entry id. */
type Points = ReadonlyMap<number, number>

/** How far the vote of a final is, from the points of the juries and those that stand now. */
export interface FinalVote {
  juries: Points
  /** The entries whose viewers' points are in, too. */
  complete: ReadonlySet<number>
  /** The entry that gets its viewers' points next; null where two have as many of the juries, and at the end. */
  next: number | null
}

/**
 * The juries' points, from the final's points at each press: those of the last one whose sum is `total`, what the juries give
 * together; null before. A later press that leaves the sum as it is corrects them, of countries without points of the viewers, unless
 * they were no longer `total` then: it has moved points of the viewers.
 */
export function findJuries(presses: readonly Points[], total: number): Points | null {
  const at = presses.findLastIndex((points) => sumUp(points) === total)
  const [given, ...later] = at < 0 ? [] : presses.slice(at)
  if (!given) return null
  let [juries, before] = [given, given]
  for (const points of later) {
    const corrected = sumUp(points) === sumUp(before) ? correctJuries(juries, before, points) : juries
    if (sumUp(corrected) === total) juries = corrected
    before = points
  }
  return juries
}

function correctJuries(juries: Points, before: Points, corrected: Points): Points {
  const hasViewers = (id: number, given: number) => (before.get(id) ?? 0) > given
  return new Map(
    [...juries].map(([id, given]) => [id, hasViewers(id, given) ? given : (corrected.get(id) ?? 0)]),
  )
}

function sumUp(points: Points): number {
  return [...points.values()].reduce((sum, each) => sum + each, 0)
}

interface FinalVoteParams {
  juries: Points
  now: Points
  /** Ids of the entries that sing in the final. */
  singers: readonly number[]
  /** What the juries and the viewers give together. */
  total: number
}

/**
 * The vote of a final: the viewers' points are read out from the last place of the juries up. A country is complete when it has
 * more than the juries gave it, or when one with more of the juries' points is: the viewers may have given it 0. Null where what
 * stands contradicts that: a country has less than the juries gave it, or all are complete before all points are given.
 */
export function findFinalVote({ juries, now, singers, total }: FinalVoteParams): FinalVote | null {
  const juriesOf = (id: number) => juries.get(id) ?? 0
  const ofViewers = (id: number) => (now.get(id) ?? 0) - juriesOf(id)
  if (singers.some((id) => ofViewers(id) < 0)) return null
  if (sumUp(now) === total) return { juries, complete: new Set(singers), next: null }
  const reached = Math.max(
    Number.NEGATIVE_INFINITY,
    ...singers.filter((id) => ofViewers(id) > 0).map(juriesOf),
  )
  const open = singers.filter((id) => ofViewers(id) === 0 && juriesOf(id) >= reached)
  if (open.length === 0) return null
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

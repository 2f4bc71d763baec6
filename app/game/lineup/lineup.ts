/** A line-up: six entry ids in order of position, for one round of one team. */
export interface Lineup {
  roundNumber: number
  entryIds: readonly number[]
  /** Derived from the team's order, because the manager saved none (D8). */
  isAutomatic: boolean
  savedAt: number
}

/** Whether an order holds exactly the team's countries (ids or codes), once each. */
export function isOrderOf<Country>(team: readonly Country[], order: readonly Country[]): boolean {
  return order.length === team.length && team.every((country) => order.includes(country))
}

/**
 * The line-up after a change of the team: remaining countries keep their positions, new ones fill the free positions in
 * team order (D8).
 */
export function adjustLineup(lineup: readonly number[], team: readonly number[]): number[] {
  const added = team.filter((id) => !lineup.includes(id))
  return lineup.map((id) => (team.includes(id) ? id : (added.shift() ?? id)))
}

/**
 * The line-ups of the open rounds that a team's save changes (D8): automatic ones become the team's order; manually saved
 * ones are adjusted where a country left the team. `now` in epoch ms.
 */
export function adjustLineups(
  openRounds: readonly { roundNumber: number }[],
  stored: readonly Lineup[],
  team: readonly number[],
  now: number,
): { automatic: Lineup[]; adjusted: Lineup[] } {
  const automatic: Lineup[] = []
  const adjusted: Lineup[] = []
  for (const { roundNumber } of openRounds) {
    const saved = stored.find((lineup) => lineup.roundNumber === roundNumber && !lineup.isAutomatic)
    if (!saved) automatic.push({ roundNumber, entryIds: team, isAutomatic: true, savedAt: now })
    else if (!isOrderOf(team, saved.entryIds))
      adjusted.push({ ...saved, entryIds: adjustLineup(saved.entryIds, team), savedAt: now })
  }
  return { automatic, adjusted }
}

/** The order with one item moved to an index; unchanged for an index beyond the ends or an unknown item. */
export function moveInOrder<Item>(order: readonly Item[], item: Item, to: number): Item[] {
  if (!order.includes(item) || to < 0 || to >= order.length) return [...order]
  const moved = order.filter((other) => other !== item)
  moved.splice(to, 0, item)
  return moved
}

/** A round's line-ups as a scoreboard has them, and the countries that they choose from. */
export interface HoldersInput {
  /** By team, then by position: the entry's 1-based index in the season's list; 0 for none. */
  lineups: Uint8Array
  /** How many positions a line-up has. */
  teamSize: number
  entryCount: number
}

/** How many teams hold each country in a round (D36). Both arrays are by the entry's 0-based index. */
export interface Holders {
  /** Teams with a line-up in the round: without those that joined after it began. */
  teamCount: number
  held: Int32Array
  /** In how many line-ups the country is first. */
  first: Int32Array
}

/** Counts the holders of each country: 10 ms for a million teams. */
export function countHolders({ lineups, teamSize, entryCount }: HoldersInput): Holders {
  const held = new Int32Array(entryCount + 1)
  const first = new Int32Array(entryCount + 1)
  for (let at = 0; at < lineups.length; at += 1) {
    const entry = lineups[at] ?? 0
    held[entry] = (held[entry] ?? 0) + 1
    if (at % teamSize === 0) first[entry] = (first[entry] ?? 0) + 1
  }
  const teamCount = lineups.length / teamSize - (first[0] ?? 0)
  return { teamCount, held: held.slice(1), first: first.slice(1) }
}

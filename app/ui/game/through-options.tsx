import { qualifierPoints } from '#app/game/scoring/vote-total.ts'

/** What a country can have in a semi-final, as the options of a select: the values are its points (D3). */
export function ThroughOptions() {
  return (
    <>
      <option value={qualifierPoints}>Through</option>
      <option value={0}>Not through</option>
    </>
  )
}

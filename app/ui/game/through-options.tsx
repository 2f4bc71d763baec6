/** What a country can have in a semi-final, as the options of a select: the values are its points (D3). */
export function ThroughOptions() {
  return (
    <>
      {/* `qualifierPoints`: importing it makes a chunk of its own, which the desk then loads, too. */}
      <option value="50">Through</option>
      <option value="0">Not through</option>
    </>
  )
}

/** The places of a final by country code: one more than the number of countries with more points (D5). */
export function toFinalPlaces(finalists: readonly { code: string; points: number }[]): Map<string, number> {
  const place = (points: number) => 1 + finalists.filter((other) => other.points > points).length
  return new Map(finalists.map(({ code, points }) => [code, place(points)]))
}

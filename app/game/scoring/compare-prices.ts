interface PricedCountry {
  country: string
  priceTenths: number
  /** Null where they are not known. */
  points: number | null
  isMine: boolean
}

/**
 * Points for the price. The countries with known points: first that with most points for its price, that with most points, and the own
 * ones, then by points. Null while none has points.
 */
export function comparePrices(rows: readonly PricedCountry[]) {
  const known = rows.flatMap(({ country, priceTenths, points, isMine }) =>
    points === null
      ? []
      : [{ country, priceTenths, points, isMine, perMillion: (10 * points) / priceTenths }],
  )
  const byPoints = known.toSorted((a, b) => b.points - a.points)
  const [bargain] = byPoints.toSorted((a, b) => b.perMillion - a.perMillion)
  const most = byPoints[0]?.points ?? 0
  if (!bargain || most === 0) return null
  const sum = (key: 'points' | 'priceTenths') => known.reduce((total, each) => total + each[key], 0)
  const pointsPerMillion = (10 * sum('points')) / sum('priceTenths')
  const { country, points, priceTenths, perMillion } = bargain
  return {
    countries: [
      ...new Set([bargain, ...byPoints.slice(0, 1), ...byPoints.filter((each) => each.isMine), ...byPoints]),
    ],
    most,
    dearest: Math.max(...known.map((each) => each.priceTenths)),
    pointsPerMillion,
    finding: `Best bargain: ${country}, ${points} ${points === 1 ? 'point' : 'points'} for ${priceTenths / 10}M. That is ${perMillion.toFixed(1)} points per million; the average is ${pointsPerMillion.toFixed(1)}.`,
  }
}

import { roundToTenth } from './spotlight-geometry.ts'

const TRUSS_BAYS = 24

/** The zigzag of the truss that the lamps hang on, with its two chains. */
export function getTrussPaths(y: number, x0: number, x1: number): { truss: string; chains: string } {
  const bay = (x1 - x0) / TRUSS_BAYS
  const half = roundToTenth(bay / 2)
  const zigzag = Array.from(
    { length: TRUSS_BAYS },
    (_, i) => `M${roundToTenth(x0 + i * bay)} ${y + 12}l${half} -12 ${half} 12`,
  )
  return {
    truss: `M${x0} ${y}H${x1}M${x0} ${y + 12}H${x1}${zigzag.join('')}`,
    chains: `M${x0 + 30} ${y}V-900M${x1 - 30} ${y}V-900`,
  }
}

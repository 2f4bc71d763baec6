import { roundToTenth } from './spotlight-geometry.ts'

const TRUSS_BAYS = 24

/** The zigzag of the truss that the lamps hang on, with its two chains. */
export function getTrussPaths(y: number, x0: number, x1: number): { truss: string; chains: string } {
  const bay = (x1 - x0) / TRUSS_BAYS
  const half = roundToTenth(bay / 2)
  // The same words again and again are a few bytes on the line.
  const zigzag = `M${x0} ${y + 12}${`l${half} -12 ${half} 12`.repeat(TRUSS_BAYS)}`
  return {
    truss: `M${x0} ${y}H${x1}M${x0} ${y + 12}H${x1}${zigzag}`,
    chains: `M${x0 + 30} ${y}V-900M${x1 - 30} ${y}V-900`,
  }
}

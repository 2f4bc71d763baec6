/** The geometry of a beam of light: stripes that converge at the lamp and open towards the floor. */

export interface Ray {
  /** The lamp, and how wide the light is there. */
  x0: number
  y0: number
  w0: number
  /** Where it meets the floor, and how wide it is there. */
  x1: number
  y1: number
  w1: number
}

/** The same ray, extended down to `y`. */
export function extendRay(ray: Ray, y: number): Ray {
  const k = (y - ray.y0) / (ray.y1 - ray.y0)
  return { ...ray, x1: ray.x0 + (ray.x1 - ray.x0) * k, y1: y, w1: ray.w1 * k }
}

export function roundToTenth(n: number): number {
  return Math.round(n * 10) / 10
}

/** `points` of one stripe out of `count`. */
export function getStripePoints({ x0, y0, w0, x1, y1, w1 }: Ray, index: number, count: number): string {
  const from = index / count - 0.5
  const to = (index + 1) / count - 0.5
  const corners = [
    [x0 + from * w0, y0],
    [x0 + to * w0, y0],
    [x1 + to * w1, y1],
    [x1 + from * w1, y1],
  ]
  return corners.map((corner) => corner.map(roundToTenth).join()).join(' ')
}

/** `points` of the glow around a ray. */
export function getHaloPoints({ x0, y0, w0, x1, y1, w1 }: Ray): string {
  return `${roundToTenth(x0 - w0)},${y0} ${roundToTenth(x0 + w0)},${y0} ${roundToTenth(x1 + w1 * 0.86)},${y1} ${roundToTenth(x1 - w1 * 0.86)},${y1}`
}

/** The angle of a lamp that points along a ray, in degrees. */
export function getLampAngle({ x0, y0, x1, y1 }: Ray): number {
  return roundToTenth((-Math.atan2(x1 - x0, y1 - y0) * 180) / Math.PI)
}

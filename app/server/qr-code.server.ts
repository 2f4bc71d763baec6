import { encode } from 'uqr'

/** A text as a QR code: the dark modules as one SVG path of unit squares, and the number of modules per row. */
export function renderQrCode(text: string) {
  const { data, size } = encode(text, { ecc: 'M', border: 2 })
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { path: squares.join(''), size }
}

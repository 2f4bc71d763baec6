import { classes } from '#app/ui/classes.ts'

interface QrCodeProps {
  /** The dark modules as an SVG path of unit squares, and the number of modules per row. */
  qr: { path: string; size: number }
  label: string
  /** Its width and place. */
  className: string
}

/** A QR code, black on white in both themes. */
export function QrCodePicture({ qr: { path, size }, label, className }: QrCodeProps) {
  return (
    <svg
      className={classes('rounded-md', className)}
      width="200"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}

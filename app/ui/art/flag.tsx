import { classes } from '#app/ui/classes.ts'
import { FLAG_STRIPES } from './flag-stripes.ts'

const FLAG_WIDTHS = { s: 28, m: 48 } as const

/** Where a country's flag is (copied by scripts/copy-flags.ts, one file per code of beams-data); null when there is none. */
export function getFlagHref(code: string): string | null {
  return code in FLAG_STRIPES ? `/flags/${code}.svg` : null
}

export interface FlagProps {
  code: string
  size?: 's' | 'm'
  /** Where the picture is, if not among the flags. */
  href?: string | null
}

/** A country's flag, 3:2. Its name must stand beside it, so the picture itself says nothing. */
export function Flag({ code, size = 'm', href = getFlagHref(code) }: FlagProps) {
  const width = FLAG_WIDTHS[size]
  const className = classes('flag', size !== 'm' && `flag-${size}`)
  if (!href) return <span className={`${className} flag-none`} />
  return <img className={className} src={href} width={width} height={Math.round((width * 2) / 3)} alt="" />
}

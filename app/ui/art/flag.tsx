import { classes } from '#app/ui/classes.ts'
import { FLAG_STRIPES } from './flag-stripes.ts'

const FLAG_WIDTHS = { s: 28, m: 48 } as const

/** The address of a country's flag (scripts/build-flags.ts copies one per code of FLAG_STRIPES); null without one. */
export function getFlagHref(code: string): string | null {
  return code in FLAG_STRIPES ? `/flags/${code}.svg` : null
}

export interface FlagProps {
  code: string
  size?: 's' | 'm'
  /** The picture's address, if it is not one of the flag files. */
  href?: string | null
}

/** A country's flag, 3:2. The country's name must be beside it: the picture has no alternative text. */
export function Flag({ code, size = 'm', href = getFlagHref(code) }: FlagProps) {
  const width = FLAG_WIDTHS[size]
  const className = classes('flag', size !== 'm' && `flag-${size}`)
  if (!href) return <span className={`${className} flag-none`} />
  return <img className={className} src={href} width={width} height={Math.round((width * 2) / 3)} alt="" />
}

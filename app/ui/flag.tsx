import { STRIPES } from './beams-data.ts'
import { classes } from './classes.ts'

const FLAG_SIZE = { s: 28, m: 48 } as const

/** Where a country's flag is (copied by scripts/copy-flags.ts, one file per code of beams-data); null when there is none. */
export function flagHref(code: string): string | null {
  return code in STRIPES ? `/flags/${code}.svg` : null
}

interface FlagProps {
  code: string
  size?: 's' | 'm'
  /** Waits for text and styles, and until it comes near: on public pages, whose first visit is weighed. */
  isLazy?: boolean
}

/** A country's flag, 3:2. Its name must stand beside it, so the picture itself says nothing. */
export function Flag({ code, size = 'm', isLazy }: FlagProps) {
  const width = FLAG_SIZE[size]
  const className = classes('flag', size !== 'm' && `flag-${size}`)
  const href = flagHref(code)
  if (!href) return <span className={`${className} flag-none`} />
  const height = Math.round((width * 2) / 3)
  const loading = isLazy ? 'lazy' : undefined
  return <img className={className} src={href} width={width} height={height} alt="" loading={loading} />
}

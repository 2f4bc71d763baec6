import { classes } from '#app/ui/classes.ts'
import { FLAG_FOLDER, FLAG_STRIPES } from './flag-stripes.ts'

const widths = { s: 28, lamp: 38, m: 48, l: 64 } as const
const widthLooks = { s: 'w-7', lamp: 'w-9.5', m: 'w-12', l: 'w-16' } as const
const look = 'block aspect-3/2 h-auto flex-none rounded-flag object-cover'
/** A white flag keeps an edge. */
const edge = '[box-shadow:0_0_0_1px_color-mix(in_srgb,var(--ink)_22%,transparent)]'

/** The address of a country's flag (scripts/build-flags.ts copies one per code of FLAG_STRIPES); null without one. */
export function getFlagHref(code: string): string | null {
  return code in FLAG_STRIPES ? `${FLAG_FOLDER}/${code}.svg` : null
}

export interface FlagProps {
  code: string
  size?: keyof typeof widths
  /** The picture's address, if it is not one of the flag files. */
  href?: string | null
  /** Its place; the size only behind a variant such as `max-md:`. */
  className?: string
}

/** A country's flag, 3:2, and a space. The country's name must be beside it: the picture has no alternative text. */
export function Flag({ code, size = 'm', href = getFlagHref(code), className }: FlagProps) {
  const width = widths[size]
  if (!href) return <EmptyFlag size={size} className={className} />
  return (
    <>
      <img
        className={classes(look, edge, widthLooks[size], className)}
        src={href}
        width={width}
        height={Math.round((width * 2) / 3)}
        // The page's styles come before the pictures on a slow line.
        loading="lazy"
        alt=""
      />{' '}
    </>
  )
}

/** A code without a flag, or a free place. */
export function EmptyFlag({ size = 'm', className }: Pick<FlagProps, 'size' | 'className'>) {
  return (
    <span
      className={classes(look, 'border-[1.5px] border-edge border-dashed', widthLooks[size], className)}
    />
  )
}

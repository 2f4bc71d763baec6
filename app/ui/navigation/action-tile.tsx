import type { ReactNode } from 'react'
import { Icon } from '#app/ui/art/icon.tsx'
import type { IconName } from '#app/ui/art/icon-shapes.ts'
import { classes } from '#app/ui/classes.ts'
import { Anchor } from '#app/ui/forms/button.tsx'

export function ActionTiles({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav
      className="grid gap-px overflow-hidden rounded-lg border border-line bg-line min-[36rem]:grid-cols-2 print:hidden"
      aria-label={label}
    >
      {children}
    </nav>
  )
}

interface ActionTileProps {
  icon: IconName
  title: string
  /** What the link leads to; when locked, the reason. */
  text: string
  /** Null locks the tile: it is not a link then. */
  href: string | null
  soft?: boolean
}

const tile =
  'grid min-h-26 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-[0.9rem] gap-y-[0.15rem] px-5 py-[1.1rem] forced-colors:[outline:1px_solid]'

export function ActionTile({ icon, title, text, href, soft }: ActionTileProps) {
  const body = (
    <span>
      <span className="block font-[720] font-stretch-104% text-[1.0625rem]/[1.2]">{title}</span>
      <span className="mt-[0.2rem] block text-muted text-sm/[1.35]">{text}</span>
    </span>
  )
  if (href === null) {
    return (
      <div className={classes(tile, 'bg-sunken text-muted')}>
        <TileIcon name="lock" className="text-muted [box-shadow:inset_0_0_0_1.5px_var(--edge)]" />
        {body}
      </div>
    )
  }
  return (
    <Anchor
      className={classes(
        tile,
        'group bg-surface text-ink no-underline hover:bg-raised focus-visible:-outline-offset-4',
      )}
      href={href}
      soft={soft}
    >
      <TileIcon name={icon} className="bg-ink text-bg" />
      {body}
      <span className="text-spot-ink transition-[translate] duration-150 group-hover:translate-x-1">
        <Icon name="arrow-right" />
      </span>
    </Anchor>
  )
}

function TileIcon({ name, className }: { name: IconName; className: string }) {
  return (
    <span className={classes('grid size-11 place-items-center rounded-md', className)}>
      <Icon name={name} />
    </span>
  )
}

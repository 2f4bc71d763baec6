import type { ReactNode } from 'react'
import { Icon } from '#app/ui/art/icon.tsx'
import type { IconName } from '#app/ui/art/icon-shapes.ts'
import { SoftLink } from './soft-link.tsx'

export function ActionTiles({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav
      className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line print:hidden"
      aria-label={label}
    >
      {children}
    </nav>
  )
}

interface ActionTileProps {
  icon: IconName
  title: string
  href: string
  /** Locks the tile, which is no link then. */
  reason: string | null
}

const look =
  'flex min-h-16 items-center gap-2.5 px-3.5 py-2 font-bold leading-[1.2] forced-colors:[outline:1px_solid]'

export function ActionTile({ icon, title, href, reason }: ActionTileProps) {
  if (reason !== null) {
    return (
      <div className={`${look} bg-sunken text-muted`}>
        <Icon name="lock" />
        <span>
          {`${title} `}
          <small className="block font-[500] text-xs">{reason}</small>
        </span>
      </div>
    )
  }
  return (
    <SoftLink
      className={`${look} bg-surface text-ink no-underline hover:bg-raised focus-visible:-outline-offset-4`}
      href={href}
    >
      <Icon name={icon} className="text-spot-ink" />
      {`${title} `}
    </SoftLink>
  )
}

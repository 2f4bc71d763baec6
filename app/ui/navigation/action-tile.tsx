import type { ReactNode } from 'react'
import { Icon } from '#app/ui/art/icon.tsx'
import type { IconName } from '#app/ui/art/icon-shapes.ts'
import { Anchor } from '#app/ui/forms/button.tsx'

export function ActionTiles({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className="acts4" aria-label={label}>
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

export function ActionTile({ icon, title, text, href, soft }: ActionTileProps) {
  const body = (
    <span>
      <span className="tt">{title}</span>
      <span className="ds">{text}</span>
    </span>
  )
  if (href === null) {
    return (
      <div className="act off">
        <TileIcon name="lock" />
        {body}
      </div>
    )
  }
  return (
    <Anchor className="act" href={href} soft={soft}>
      <TileIcon name={icon} />
      {body}
      <span className="go">
        <Icon name="arrow-right" />
      </span>
    </Anchor>
  )
}

function TileIcon({ name }: { name: IconName }) {
  return (
    <span className="ic">
      <Icon name={name} />
    </span>
  )
}

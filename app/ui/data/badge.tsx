import type { ReactNode } from 'react'
import { Icon } from '#app/ui/art/icon.tsx'
import type { IconName } from '#app/ui/art/icon-shapes.ts'
import { classes } from '#app/ui/classes.ts'

/** spot: Next, You, Eurovision; ink: Game; line: General; warn: Unsaved Changes; ok: Saved, Scored; plain otherwise. */
export type BadgeTone = 'plain' | 'spot' | 'ink' | 'line' | 'warn' | 'ok'

const TONE_ICON: Partial<Record<BadgeTone, IconName>> = {
  warn: 'circle-dot',
  ok: 'check',
}

/** A short state in a box. Some tones have an icon of their own; `icon` replaces it. */
export function Badge({
  tone = 'plain',
  icon,
  children,
}: {
  tone?: BadgeTone
  icon?: IconName
  children: ReactNode
}) {
  const shownIcon = icon ?? TONE_ICON[tone]
  return (
    <span className={classes('badge', tone !== 'plain' && `badge-${tone}`)}>
      {shownIcon && <Icon name={shownIcon} />}
      {children}
    </span>
  )
}

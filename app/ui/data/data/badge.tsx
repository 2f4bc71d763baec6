import type { ReactNode } from 'react'
import { Icon } from '#app/ui/art/icon.tsx'
import type { IconName } from '#app/ui/art/icon-shapes.ts'
import { classes } from '#app/ui/classes.ts'

/** spot: Next, You, Eurovision; ink: Game; line: General; warn: Unsaved Changes; ok: Saved, Scored; plain otherwise. */
export type BadgeTone = 'plain' | 'spot' | 'ink' | 'line' | 'warn' | 'ok' | 'bad'

const TONE_ICON: Partial<Record<BadgeTone, IconName>> = {
  warn: 'circle-dot',
  ok: 'check',
  bad: 'circle-alert',
}

/** A short state in a box. The tone brings its own icon; `icon` replaces it. */
export function Badge({
  tone = 'plain',
  icon,
  children,
}: {
  tone?: BadgeTone
  icon?: IconName
  children: ReactNode
}) {
  const shown = icon ?? TONE_ICON[tone]
  return (
    <span className={classes('badge', tone !== 'plain' && `badge-${tone}`)}>
      {shown && <Icon name={shown} />}
      {children}
    </span>
  )
}

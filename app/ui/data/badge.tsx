import type { ReactNode } from 'react'
import { Icon } from '#app/ui/art/icon.tsx'
import type { IconName } from '#app/ui/art/icon-shapes.ts'
import { classes } from '#app/ui/classes.ts'

const look =
  'inline-flex items-center gap-[0.35rem] rounded-[4px] px-[0.55rem] py-[0.2rem] text-xs leading-[1.3] font-[680] font-stretch-106% whitespace-nowrap forced-colors:border print:bg-transparent print:p-0 print:text-[#000] print:[box-shadow:none]'

/** spot: Next, You, Eurovision; ink: Game; line: General; warn: Unsaved Changes; ok: Saved, Scored; plain otherwise. */
const tones = {
  plain: 'bg-sunken text-ink',
  spot: 'bg-spot text-on-spot',
  ink: 'bg-ink text-bg',
  line: 'text-ink [box-shadow:inset_0_0_0_1.5px_var(--edge)]',
  warn: 'bg-warn-wash text-warn',
  ok: 'bg-ok-wash text-ok',
} as const

export type BadgeTone = keyof typeof tones

const TONE_ICON: Partial<Record<BadgeTone, IconName>> = { warn: 'circle-dot', ok: 'check' }

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
    <>
      <span className={classes(look, tones[tone])}>
        {shownIcon && <Icon name={shownIcon} className="size-4" />}
        {children}
      </span>{' '}
    </>
  )
}

import type { ReactNode } from 'react'
import { classes } from '#app/ui/classes.ts'

/** The sentence beneath a page's title. */
export function Lead({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <p className={classes('max-w-[30.94em] text-pretty text-lg/normal text-muted', className)}>{children}</p>
  )
}

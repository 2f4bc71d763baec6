import type { ReactNode } from 'react'
import { classes } from '#app/ui/classes.ts'

/** The width of a page's content, centred. */
export function Container({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={classes('mx-auto w-full max-w-wrap px-page', className)}>{children}</div>
}

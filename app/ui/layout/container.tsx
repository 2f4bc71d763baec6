import type { ComponentPropsWithoutRef } from 'react'
import { classes } from '#app/ui/classes.ts'

/** The width of a page's content, centred. */
export function Container({ className, ...rest }: ComponentPropsWithoutRef<'div'>) {
  return <div {...rest} className={classes('mx-auto w-full max-w-wrap px-page', className)} />
}

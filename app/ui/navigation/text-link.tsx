import type { ReactNode } from 'react'
import { classes } from '#app/ui/classes.ts'
import { Anchor, type AnchorProps } from '#app/ui/forms/button.tsx'

const look = 'inline-flex min-h-11 min-w-11 items-center gap-[0.4rem] font-[650] print:hidden'

/** A link in its own line, with a touch target of full height. `className` may add what the link does not set. */
export function TextLink({ className, ...rest }: AnchorProps) {
  return <Anchor {...rest} className={classes(look, className)} />
}

const marker =
  'before:mr-[0.25em] before:ml-[0.15em] before:size-[0.5em] before:flex-none before:[transform:rotate(-45deg)] before:border-r-[2.5px] before:border-b-[2.5px] [[open]>&]:before:[transform:translateY(-0.15em)_rotate(45deg)]'

/** The summary of a `details`: looks like a link, with an arrow that shows whether it is open. */
export function Summary({ children }: { children: ReactNode }) {
  return <summary className={classes(look, marker)}>{children}</summary>
}

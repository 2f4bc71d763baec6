import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { inertWhen } from './inert.ts'
import { useIsBehindPreferences } from './preferences.ts'
import { useHydrated } from './use-hydrated.ts'
import { useIsBehindOverlay } from './veiled.ts'

interface MainProps {
  /** A dialog is drawn open: nothing here can be used until it closes. Put the Dialog after Main, not inside it. */
  inert?: boolean
  className?: string
  children: ReactNode
}

/** The page's `main`, target of the skip link. Every page renders exactly one. */
export function Main({ inert, className, children }: MainProps) {
  const isHydrated = useHydrated()
  const isBehind = useIsBehindPreferences() && !isHydrated
  if (useIsBehindOverlay()) return <div className={className}>{children}</div>
  return (
    <main
      id="main"
      tabIndex={-1}
      className={classes(className) || undefined}
      {...inertWhen(inert || isBehind)}
    >
      {children}
    </main>
  )
}

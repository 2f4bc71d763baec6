import { type ReactNode, useContext } from 'react'
import { classes } from '#app/ui/classes.ts'
import { PreferencesOpenContext } from '#app/ui/consent/cookie-preferences.ts'
import { useHydrated } from '#app/ui/hooks/use-hydrated.ts'
import { inertWhen } from '#app/ui/inert.ts'

interface MainProps {
  /** A dialog is open over it. Render the Dialog after Main, not inside it. */
  inert?: boolean
  className?: string
  children: ReactNode
}

/** The page's `main`, target of the skip link. Every page renders exactly one. */
export function Main({ inert, className, children }: MainProps) {
  const isHydrated = useHydrated()
  const isBehindPreferences = useContext(PreferencesOpenContext) && !isHydrated
  return (
    <main
      id="main"
      tabIndex={-1}
      className={classes('has-[>[data-toasts]]:flex has-[>[data-toasts]]:flex-col', className)}
      {...inertWhen(inert || isBehindPreferences)}
    >
      {children}
    </main>
  )
}

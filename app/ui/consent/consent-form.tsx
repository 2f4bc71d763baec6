import type { ReactNode } from 'react'
import { getHrefWithoutPreferences, refreshReturnTo } from './cookie-preferences.ts'

interface ConsentFormProps {
  returnTo: string
  className?: string
  children: ReactNode
}

/** Stores the cookie choice; a plain form, so that the next document already follows it. */
export function ConsentForm({ returnTo, className, children }: ConsentFormProps) {
  return (
    <form method="post" action="/consent" className={className} onSubmit={refreshReturnTo.ofForm}>
      <input
        type="hidden"
        name="returnTo"
        value={getHrefWithoutPreferences(returnTo)}
        suppressHydrationWarning
      />
      {children}
    </form>
  )
}

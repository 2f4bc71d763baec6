import type { ReactNode } from 'react'
import { getHrefWithoutPreferences, refreshReturnTo } from './cookie-preferences.ts'

interface ConsentFormProps {
  /** Path and query of the page that the answer leads back to. */
  returnTo: string
  id?: string
  className?: string
  /** Submit buttons named `choice`, with what they choose. */
  children: ReactNode
}

/** Answers the question about cookies; a plain post, so that the next document knows. */
export function ConsentForm({ returnTo: here, id, className, children }: ConsentFormProps) {
  return (
    <form method="post" action="/consent" id={id} className={className} onSubmit={refreshReturnTo.ofForm}>
      <input type="hidden" name="returnTo" value={getHrefWithoutPreferences(here)} suppressHydrationWarning />
      {children}
    </form>
  )
}

import type { ReactNode } from 'react'
import { closePreferences, lateAddress } from './preferences.ts'

interface ConsentFormProps {
  /** Path and query of the page that the answer leads back to. */
  here: string
  id?: string
  className?: string
  /** Submit buttons named `choice`, with what they choose. */
  children: ReactNode
}

/** Answers the question about cookies; a plain post, so that the next document knows. */
export function ConsentForm({ here, id, className, children }: ConsentFormProps) {
  return (
    <form method="post" action="/consent" id={id} className={className} onSubmit={lateAddress.ofForm}>
      <input type="hidden" name="returnTo" value={closePreferences(here)} suppressHydrationWarning />
      {children}
    </form>
  )
}

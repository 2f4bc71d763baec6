import type { ReactNode } from 'react'

interface SignInFormProps {
  redirectTo: string
  children: ReactNode
  className?: string
}

/** The form that starts signing in; a plain one, because its response redirects to another site. */
export function SignInForm({ redirectTo, className, children }: SignInFormProps) {
  return (
    <form method="post" action="/auth/sign-in" className={className}>
      <input type="hidden" name="redirectTo" value={redirectTo} />
      {children}
    </form>
  )
}

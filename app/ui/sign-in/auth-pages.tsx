import type { ReactNode } from 'react'
import { Card } from '#app/ui/data/card.tsx'
import { Toasts } from '#app/ui/feedback/toasts.tsx'
import { Button } from '#app/ui/forms/button.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import type { ToastMessage } from '#app/ui/messages/error-messages.ts'
import { SignInForm } from './sign-in-form.tsx'

const signInFailedMessage: ToastMessage = {
  title: 'Authentication error',
  text: 'Something went wrong while contacting the authentication server. Please try again later.',
}

/** Says in the spec's words (section 8) that nobody was signed in, and offers another try. */
export function SignInFailed({ redirectTo }: { redirectTo: string }) {
  return (
    <AuthPage title="Sign in" errors={[signInFailedMessage]}>
      <SignInForm redirectTo={redirectTo}>
        <Button type="submit" variant="spot">
          Try again
        </Button>
      </SignInForm>
    </AuthPage>
  )
}

/** Shown for a blink while the Refresh header leads on; the link is for browsers that do not follow it. */
export function RedirectPage({ title, url, label }: { title: string; url: string; label: string }) {
  return (
    <AuthPage title={title}>
      <p>
        <a href={url}>{label}</a>
      </p>
    </AuthPage>
  )
}

/** A page of /auth: one card. */
export function AuthPage(props: { title: string; errors?: readonly ToastMessage[]; children: ReactNode }) {
  return (
    <Main>
      <Toasts errors={props.errors} />
      <div className="wrap sec">
        <Card pad labelledBy="auth-title" className="stack">
          <h1 className="t" id="auth-title">
            {props.title}
          </h1>
          {props.children}
        </Card>
      </div>
    </Main>
  )
}

import type { ReactNode } from 'react'
import { SpotlightArt } from '#app/ui/art/spotlights.tsx'
import { Card } from '#app/ui/data/card.tsx'
import { messageCardLook } from '#app/ui/errors/error-card.tsx'
import { Toasts } from '#app/ui/feedback/toasts.tsx'
import { Button } from '#app/ui/forms/button.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import type { ToastMessage } from '#app/ui/messages/error-messages.ts'
import { SignInForm } from './sign-in-form.tsx'

const signInFailedMessage: ToastMessage = {
  title: 'Authentication error',
  text: 'Something went wrong while contacting the authentication server. Please try again later.',
}

/** Signing in failed: the text of spec 8, and a button to try again. */
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

/** Shown for a moment until the Refresh header redirects; the link is for browsers that ignore the header. */
export function RedirectPage({ title, url, label }: { title: string; url: string; label: string }) {
  return (
    <AuthPage title={title}>
      <p>
        <a href={url}>{label}</a>
      </p>
    </AuthPage>
  )
}

/** One card, as over a page that needs a sign-in. */
export function AuthPage(props: { title: string; errors?: readonly ToastMessage[]; children: ReactNode }) {
  return (
    <Main>
      <Toasts errors={props.errors} />
      <Card labelledBy="auth-title" className={`${messageCardLook} my-[clamp(3rem,6vw,5.5rem)]`}>
        <SpotlightArt code="SE" seed={1} shape="banner" />
        <div className="grid gap-[0.9rem] p-gap">
          <h1 className="text-h2" id="auth-title">
            {props.title}
          </h1>
          {props.children}
        </div>
      </Card>
    </Main>
  )
}

import type { ReactNode } from 'react'
import { type SignInProblem, signInErrors } from '#app/game/errors/sign-in-errors.ts'
import { SpotlightArt } from '#app/ui/art/spotlights.tsx'
import { Card } from '#app/ui/data/card.tsx'
import { messageCardLook } from '#app/ui/errors/error-card.tsx'
import { Toasts } from '#app/ui/feedback/toasts.tsx'
import { Button } from '#app/ui/forms/button.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import type { ToastMessage } from '#app/ui/messages/error-messages.ts'
import { useRootData } from '#app/ui/root-data.ts'
import { CopyLink } from './copy-link.tsx'
import { SignInForm } from './sign-in-form.tsx'

/** Nobody was signed in: the toast of spec 8 about a failure, or what else happened, and a button to begin again. */
export function SignInFailed({ problem, redirectTo }: { problem: SignInProblem; redirectTo: string }) {
  const isInApp = useRootData()?.isInApp
  const error = signInErrors[isInApp && problem === 'SIGN_IN_BEGAN_ELSEWHERE' ? 'COOKIE_NOT_KEPT' : problem]
  const isFailure = 'title' in error
  return (
    <AuthPage title={isFailure ? 'Sign in' : 'Sign in again'} errors={isFailure ? [error] : []}>
      {!isFailure && <p>{error.text}</p>}
      <SignInForm redirectTo={redirectTo}>
        <Button type="submit" variant="spot">
          {isFailure ? 'Try again' : 'Sign in again'}
        </Button>
      </SignInForm>
      <CopyLink path={redirectTo} />
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
export function AuthPage(props: { title: ReactNode; errors?: readonly ToastMessage[]; children: ReactNode }) {
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

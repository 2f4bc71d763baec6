import { type ReactNode, useId } from 'react'
import { SpotlightArt } from '#app/ui/art/spotlights.tsx'
import { Button, LinkButton } from '#app/ui/forms/button.tsx'
import { inertWhen } from '#app/ui/inert.ts'
import { Main } from '#app/ui/layout/main.tsx'
import { BehindOverlayContext } from './behind-overlay.ts'
import { SignInForm } from './sign-in-form.tsx'

interface SignInOverlayProps {
  redirectTo: string
  /** Shown above the text: the league's name and size for a valid invite (D11). */
  extra?: ReactNode
  children: ReactNode
}

/** 'Authentication required' over a blurred copy of the page. Contains its own Main; the status must be 401. */
export function SignInOverlay({ redirectTo, extra, children }: SignInOverlayProps) {
  const id = useId()
  return (
    <Main className="veil">
      <div className="behind" aria-hidden="true" {...inertWhen(true)}>
        <BehindOverlayContext.Provider value>{children}</BehindOverlayContext.Provider>
      </div>
      <div className="over">
        <section className="card msg" aria-labelledby={id}>
          <SpotlightArt code="SE" seed={1} shape="banner" />
          <div className="p-gap grid gap-[0.9rem] pad stack">
            <h1 className="text-h2" id={id}>
              Authentication required
            </h1>
            {extra}
            <p className="text-muted muted">
              Create a new account or sign in to access the game features and manage your team.
            </p>
            <div className="flex flex-wrap items-center gap-3 row">
              <SignInForm redirectTo={redirectTo}>
                <Button variant="spot" size="lg">
                  Sign in / Create account
                </Button>
              </SignInForm>
              <LinkButton variant="line" size="lg" href="/">
                Back to Home
              </LinkButton>
            </div>
          </div>
        </section>
      </div>
    </Main>
  )
}

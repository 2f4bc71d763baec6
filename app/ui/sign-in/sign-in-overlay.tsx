import { type ReactNode, useEffect } from 'react'
import { SpotlightArt } from '#app/ui/art/spotlights.tsx'
import { Card } from '#app/ui/data/card.tsx'
import { messageCardLook } from '#app/ui/errors/error-card.tsx'
import { Button, LinkButton } from '#app/ui/forms/button.tsx'
import { inertWhen } from '#app/ui/inert.ts'
import { Main } from '#app/ui/layout/main.tsx'
import { CopyLink } from './copy-link.tsx'
import { type Outline, PageOutline } from './page-outline.tsx'
import { SignInForm } from './sign-in-form.tsx'

interface SignInOverlayProps {
  redirectTo: string
  /** Shown above the heading: the league's name and size for a valid invite (D11). */
  extra?: ReactNode
  outline: Outline
}

/** 'Authentication required' over a blurred copy of the page. Contains its own Main; the status must be 401. */
export function SignInOverlay(props: SignInOverlayProps) {
  // The document has the card, without script (D20).
  return import.meta.env.SSR ? <Overlay {...props} /> : <ReloadedPage />
}

function ReloadedPage() {
  useEffect(() => location.reload(), [])
  return null
}

function Overlay({ redirectTo, extra, outline }: SignInOverlayProps) {
  return (
    <Main className="grid overflow-hidden pb-0">
      {/* Card and blurred copy share one grid cell, so that the taller of the two sets the height. */}
      <div className="z-1 col-start-1 row-start-1 grid min-w-0 items-start bg-bg/24 py-[clamp(3rem,9vw,7rem)]">
        <Card labelledBy="sign-in" className={messageCardLook}>
          <SpotlightArt code="SE" seed={1} shape="banner" />
          <div className="grid gap-[0.9rem] p-gap">
            {extra}
            <h1 className="text-h2" id="sign-in">
              Authentication required
            </h1>
            <p className="text-muted">
              Create a new account or sign in to access the game features and manage your team. We never see
              your password.
            </p>
            <div className="flex flex-wrap items-center gap-3">
              <SignInForm redirectTo={redirectTo} className="flex-auto">
                <Button variant="spot" size="lg" className="w-full">
                  Sign in / Create account
                </Button>
              </SignInForm>
              <LinkButton variant="line" size="lg" href="/" className="flex-auto">
                Back to Home
              </LinkButton>
            </div>
            <CopyLink path={redirectTo} />
          </div>
        </Card>
      </div>
      <div
        className="pointer-events-none col-start-1 row-start-1 max-h-184 min-w-0 select-none overflow-hidden blur-[9px]"
        aria-hidden="true"
        {...inertWhen(true)}
      >
        <p className="sr-only">This page, once you have signed in:</p>
        <PageOutline {...outline} />
      </div>
    </Main>
  )
}

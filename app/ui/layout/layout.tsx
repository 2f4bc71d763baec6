import type { ReactNode } from 'react'
import { Icon } from '#app/ui/art/icon.tsx'
import { SpotlightArtDefs } from '#app/ui/art/spotlights.tsx'
import { inertWhen } from '#app/ui/inert.ts'
import { getReturnTo } from '#app/ui/navigation/return-to.ts'
import { SignInForm } from '#app/ui/sign-in/sign-in-form.tsx'
import { deferredStylesheet } from '#app/ui/styles/bundles/stylesheets.ts'
import { Footer, type Social } from './footer.tsx'
import { Header } from './header.tsx'

interface LayoutProps {
  /** Where the visitor is: marks the nav item, and is where signing in comes back to. */
  location: { pathname: string; search: string }
  isSignedIn: boolean
  isAdmin: boolean
  /** The season's year once it has concluded, else null. */
  concludedYear: number | null
  socials: readonly Social[]
  /** The demo's clock, above everything. */
  demoBar?: ReactNode
  /** Consent bar or dialog, after everything. */
  after?: ReactNode
  /** Where the cookie preferences open; a link in the footer. */
  preferencesHref?: string
  /** A dialog is drawn open: skip link, header, banner and footer cannot be used. Main says so itself. */
  inert?: boolean
  children: ReactNode
}

/** What every page shares: skip link, header, banner, content (a Main) and footer. */
export function Layout({
  location,
  isSignedIn,
  isAdmin,
  concludedYear,
  socials,
  demoBar,
  after,
  preferencesHref,
  inert,
  children,
}: LayoutProps) {
  const here = getReturnTo(location)
  return (
    <>
      <a className="skip" href="#main" {...inertWhen(inert)}>
        Skip to content
      </a>
      {demoBar}
      <Header
        pathname={location.pathname}
        returnTo={here}
        isSignedIn={isSignedIn}
        isAdmin={isAdmin}
        inert={inert}
      />
      {concludedYear !== null && (
        <SeasonConcludedBanner year={concludedYear} isSignedIn={isSignedIn} inert={inert} />
      )}
      <SpotlightArtDefs />
      {children}
      <link rel="stylesheet" href={deferredStylesheet} />
      <Footer socials={socials} isSignedIn={isSignedIn} preferencesHref={preferencesHref} inert={inert} />
      {after}
    </>
  )
}

/** The season's last word, in the words of spec 1, and the way to be told of the next. */
function SeasonConcludedBanner({
  year,
  isSignedIn,
  inert,
}: {
  year: number
  isSignedIn: boolean
  inert?: boolean
}) {
  const thanks = `The ${year} game has concluded. Thank you for playing!`
  return (
    <aside className="ended" aria-label="Season status" {...inertWhen(inert)}>
      <div className="wrap">
        <Icon name="trophy" />
        {isSignedIn ? (
          <p>
            {thanks} You will be <a href="/game/notifications">notified</a> when the next game begins.
          </p>
        ) : (
          <SignInForm redirectTo="/game/notifications">
            {thanks} <button type="submit">Sign up</button> to be notified when the next game begins.
          </SignInForm>
        )}
      </div>
    </aside>
  )
}

import { useLocation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Icon } from '#app/ui/art/icon.tsx'
import { LampSymbols } from '#app/ui/art/lamp-symbols.tsx'
import { SpotlightDefs } from '#app/ui/art/light-defs.tsx'
import { HiddenResults } from '#app/ui/game/hidden-results.tsx'
import { inertWhen } from '#app/ui/inert.ts'
import { Container } from '#app/ui/layout/container.tsx'
import { getReturnTo } from '#app/ui/navigation/return-to.ts'
import { useRootData } from '#app/ui/root-data.ts'
import { ServerMarkup } from '#app/ui/server-markup.tsx'
import { SignInForm } from '#app/ui/sign-in/sign-in-form.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'

interface LayoutProps {
  /** Only the server renders it. */
  demoBar: ReactNode
  after: ReactNode
  /** A dialog is open: makes skip link, header, banner and footer inert. Main does that itself. */
  inert: boolean
  children: ReactNode
}

export function Layout({ demoBar, after, inert, children }: LayoutProps) {
  const location = useLocation()
  const returnTo = getReturnTo(location)
  const isSignedIn = useRootData()?.isSignedIn
  return (
    <>
      <a
        className="absolute -top-24 left-4 z-20 bg-spot px-4 py-3 font-bold text-on-spot focus:top-2"
        href="#main"
        {...inertWhen(inert)}
      >
        Skip to content
      </a>
      {import.meta.env.SSR ? (
        <div data-served {...inertWhen(inert)}>
          {demoBar}
        </div>
      ) : (
        <ServerMarkup {...inertWhen(inert)} />
      )}
      <Header pathname={location.pathname} returnTo={returnTo} inert={inert} />
      {import.meta.env.SSR ? (
        <div data-served {...inertWhen(inert)}>
          <SeasonConcludedBanner />
          <HiddenResults />
          <SpotlightDefs />
          {isSignedIn && isGamePath(location.pathname) && <LampSymbols />}
        </div>
      ) : (
        <ServerMarkup {...inertWhen(inert)} />
      )}
      {children}
      <Footer returnTo={returnTo} inert={inert} />
      {after}
    </>
  )
}

/** Where lamps show countries in a show; a league's screen has no layout. */
const isGamePath = (pathname: string) => /^\/game(\/|$)/.test(pathname)

const missingMailTexts = { address: 'Give an address', choice: 'Turn that mail on' } as const

/**
 * The banner after a season, in the words of spec 1, with a link to notifications about the next one. It has no colour beside
 * a toast.
 */
function SeasonConcludedBanner() {
  const { concludedYear = null, isSignedIn, missingMail } = useRootData() ?? {}
  if (concludedYear === null) return null
  const thanks = `The ${concludedYear} game has concluded. Thank you for playing!`
  return (
    <aside
      className="bg-spot-wash in-[body:has([data-toasts])]:bg-transparent font-[650] text-ink text-sm print:hidden"
      aria-label="Season status"
    >
      <Container className="flex min-h-11 items-center gap-3">
        <Icon name="trophy" className="text-spot-ink" />
        {isSignedIn ? (
          <p className="py-[0.45rem]">
            {thanks} You will be <a href="/game/notifications">notified</a> when the next game begins.
            {missingMail && (
              <>
                {' '}
                <a href="/game/notifications">{missingMailTexts[missingMail]}</a>
              </>
            )}
          </p>
        ) : (
          <SignInForm redirectTo="/game/notifications" className="py-[0.45rem]">
            {thanks}{' '}
            <button
              type="submit"
              className="-my-[0.7rem] inline-block min-h-11 px-[0.1rem] underline underline-offset-[0.2em]"
            >
              Sign up
            </button>{' '}
            to be notified when the next game begins.
          </SignInForm>
        )}
      </Container>
    </aside>
  )
}

import { Button } from '#app/ui/forms/button.tsx'
import { inertWhen } from '#app/ui/inert.ts'
import { Container } from '#app/ui/layout/container.tsx'
import { ConsentForm } from './consent-form.tsx'
import { getPreferencesHref, refreshReturnTo } from './cookie-preferences.ts'

/**
 * Asks for consent until the visitor chooses. Accepting and declining look equal, and the page works without either. The
 * bar is sticky, but in the flow: it never covers the end of the page. The bar that saves sticks above it (`StickyBar`), and
 * the root element scrolls what is focused above both. In a low window it is at the end of the page.
 */
export function CookieBar({ returnTo, inert }: { returnTo: string; inert?: boolean }) {
  return (
    <section
      className="sticky bottom-0 z-15 grid min-h-30 border-spot border-t-3 bg-surface [box-shadow:0_-12px_24px_-18px_rgb(0_0_0/0.6)] lg:min-h-20 print:hidden [@media(max-height:34rem)]:static"
      aria-labelledby="cookies"
      {...inertWhen(inert)}
    >
      <Container className="grid items-center gap-x-6 gap-y-2 py-2 md:grid-cols-[1fr_auto]">
        <h2 className="sr-only" id="cookies">
          A word about cookies
        </h2>
        <p className="text-muted text-sm/[1.3]">
          Cookies keep you signed in. Accept all to see Instagram posts.{' '}
          <a href={getPreferencesHref(returnTo)} onClick={refreshReturnTo.ofLink} rel="nofollow">
            Preferences
          </a>
        </p>
        {/* Both choices have the same size at every width. */}
        <ConsentForm returnTo={returnTo} className="grid grid-cols-[1fr_1fr] gap-2 max-xs:[&>button]:px-1">
          <Button name="choice" value="necessary-only">
            Necessary Only
          </Button>
          <Button name="choice" value="accept-all">
            Accept All
          </Button>
        </ConsentForm>
      </Container>
    </section>
  )
}

import { Button, LinkButton } from '#app/ui/forms/button.tsx'
import { inertWhen } from '#app/ui/inert.ts'
import { Container } from '#app/ui/layout/container.tsx'
import { ConsentForm } from './consent-form.tsx'
import { getPreferencesHref, refreshReturnTo } from './cookie-preferences.ts'

interface CookieBarProps {
  returnTo: string
  inert?: boolean
}

/**
 * Asks for consent until the visitor chooses. Accepting and declining look equal, and the page works without either. The
 * bar is sticky, but in the flow: it never covers the end of the page, and no other bar sticks at the same time. In a
 * window that it would fill, it is at the end of the page. The root element scrolls what is focused above it.
 */
export function CookieBar({ returnTo, inert }: CookieBarProps) {
  return (
    <section
      className="sticky bottom-0 z-15 border-spot border-t-3 bg-surface [box-shadow:0_-20px_50px_-20px_rgb(0_0_0/0.5)] print:hidden [@media(max-height:34rem)]:static"
      aria-labelledby="cookies"
      {...inertWhen(inert)}
    >
      <Container className="grid items-center gap-4 py-[1.1rem] lg:grid-cols-[1fr_auto]">
        <div>
          <h2 className="title text-lg" id="cookies">
            A word about cookies
          </h2>
          <p className="mt-[0.3rem] max-w-[36.67em] text-muted text-sm">
            The necessary ones keep you signed in. Accept all, and articles also show posts from Instagram.
            You can change your mind at the foot of any page.
          </p>
        </div>
        {/* Both choices have the same size at every width. */}
        <ConsentForm
          returnTo={returnTo}
          className="grid grid-cols-[1fr_1fr] gap-3 min-[34rem]:grid-cols-[1fr_1fr_1fr]"
        >
          <LinkButton
            className="max-[34rem]:col-span-full"
            variant="line"
            href={getPreferencesHref(returnTo)}
            onClick={refreshReturnTo.ofLink}
            rel="nofollow"
          >
            Preferences
          </LinkButton>
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

import { Button, LinkButton } from '#app/ui/forms/button.tsx'
import { inertWhen } from '#app/ui/inert.ts'
import { ConsentForm } from './consent-form.tsx'
import { getPreferencesHref, refreshReturnTo } from './cookie-preferences.ts'

interface CookieBarProps {
  returnTo: string
  inert?: boolean
}

/** Asks for consent until the visitor chooses. Accepting and declining look equal, and the page works without either. */
export function CookieBar({ returnTo, inert }: CookieBarProps) {
  return (
    <section className="cookie" aria-labelledby="cookies" {...inertWhen(inert)}>
      <div className="mx-auto w-full max-w-wrap px-page wrap">
        <div>
          <h2 className="title text-lg" id="cookies">
            A word about cookies
          </h2>
          <p className="text-sm text-muted muted sm">
            The necessary ones keep you signed in. Accept all, and articles also show posts from Instagram.
            You can change your mind at the foot of any page.
          </p>
        </div>
        <ConsentForm returnTo={returnTo} className="flex flex-wrap items-center gap-3 row">
          <LinkButton
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
      </div>
    </section>
  )
}

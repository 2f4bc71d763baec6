import { LinkButton } from '#app/ui/forms/button.tsx'
import { MessagePage } from './message-page.tsx'

/** The 404 page (spec 2): titled Page Not Found, with links to home and news. */
export function NotFound() {
  return (
    <MessagePage
      numeral="0"
      title="Page Not Found"
      text="Nul points for this address: there is nothing here. It may have moved after the last season."
    >
      <LinkButton variant="spot" size="lg" href="/">
        Go to Home
      </LinkButton>
      <LinkButton variant="line" size="lg" href="/news">
        Read the news
      </LinkButton>
    </MessagePage>
  )
}

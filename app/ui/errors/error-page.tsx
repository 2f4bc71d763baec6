import { useLocation } from '@remix-run/react'
import { LinkButton } from '#app/ui/forms/button.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { getErrorCard } from '#app/ui/messages/error-cards.ts'
import { getReturnTo } from '#app/ui/navigation/return-to.ts'
import { ErrorCard } from './error-card.tsx'
import { NotFound } from './not-found.tsx'
import { readRouteError } from './route-error.ts'

/**
 * The page of the root error boundary: the 404 page for a missing page, an error card for everything else. A server error may be
 * temporary, so its card has a link to try again.
 */
export function ErrorPage({ error }: { error: unknown }) {
  const location = useLocation()
  const { status, errorType, card } = readRouteError(error)
  if (status === 404 && errorType !== 'ACTIVE_GAME_MISSING') return <NotFound />
  const { title, text, button } = card ?? getErrorCard(errorType)
  return (
    <Main className="py-[clamp(3rem,9vw,6rem)]">
      <ErrorCard title={title} text={text} button={button}>
        {status >= 500 && (
          <LinkButton variant="line" href={getReturnTo(location)}>
            Try again
          </LinkButton>
        )}
      </ErrorCard>
    </Main>
  )
}

import { useLocation } from '@remix-run/react'
import { LinkButton } from '#app/ui/forms/button.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { type ErrorCardContent, getErrorCard } from '#app/ui/messages/error-cards.ts'
import { getReturnTo } from '#app/ui/navigation/return-to.ts'
import { ErrorCard } from './error-card.tsx'
import { NotFound } from './not-found.tsx'
import { readRouteError } from './route-error.ts'

/** What the last boundary shows: the 404 page for what is not there, a friendly card for everything else. */
export function ErrorPage({ error }: { error: unknown }) {
  const { status, errorType, card } = readRouteError(error)
  if (status === 404 && errorType !== 'ACTIVE_GAME_MISSING') return <NotFound />
  return <ErrorCardPage words={card ?? getErrorCard(errorType)} isFault={status >= 500} />
}

/** A fault may be gone a moment later, so its card offers the same page once more. */
function ErrorCardPage({ words, isFault }: { words: ErrorCardContent; isFault: boolean }) {
  const location = useLocation()
  const { title, text, button } = words
  return (
    <Main className="center">
      <ErrorCard level={1} title={title} text={text} button={button}>
        {isFault && (
          <LinkButton variant="line" href={getReturnTo(location)}>
            Try again
          </LinkButton>
        )}
      </ErrorCard>
    </Main>
  )
}

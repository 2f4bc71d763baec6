import { useLocation } from '@remix-run/react'
import { LinkButton } from './button.tsx'
import { ErrorCard } from './error-card.tsx'
import { type ErrorCardContent, getErrorCard } from './error-words.ts'
import { Main } from './main.tsx'
import { NotFound } from './not-found.tsx'
import { getReturnTo } from './page-address.ts'
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

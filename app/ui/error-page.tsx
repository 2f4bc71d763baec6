import { ErrorCard } from './error-card.tsx'
import { cardWords } from './error-words.ts'
import { Main } from './main.tsx'
import { NotFound } from './not-found.tsx'
import { readRouteError } from './route-error.ts'

/** What the last boundary shows: the 404 page for what is not there, a friendly card for everything else. */
export function ErrorPage({ error }: { error: unknown }) {
  const { status, errorType } = readRouteError(error)
  if (status === 404 && errorType !== 'ACTIVE_GAME_MISSING') return <NotFound />
  const { title, text, button } = cardWords(errorType)
  return (
    <Main className="center">
      <ErrorCard level={1} title={title} text={text} button={button} />
    </Main>
  )
}

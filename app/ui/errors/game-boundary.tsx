import { useActionData, useLocation, useRouteError } from '@remix-run/react'
import { type ReactNode, useEffect } from 'react'
import { Toasts } from '#app/ui/feedback/toasts.tsx'
import { LinkButton } from '#app/ui/forms/button.tsx'
import { bandLook } from '#app/ui/layout/band.ts'
import { Container } from '#app/ui/layout/container.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { getErrorCard } from '#app/ui/messages/error-cards.ts'
import type { ToastMessage } from '#app/ui/messages/error-messages.ts'
import { getGameErrorTitle } from '#app/ui/meta/document-title.ts'
import { GameNav } from '#app/ui/navigation/game-nav.tsx'
import { draftReturnToLimits, getReturnTo } from '#app/ui/navigation/return-to.ts'
import { type Outline, SignInOverlay } from '#app/ui/sign-in/sign-in-overlay.tsx'
import { ErrorCard } from './error-card.tsx'
import { NotFound } from './not-found.tsx'
import { isNotFound, readRouteError } from './route-error.ts'

/**
 * The error boundary of game pages: the sign-in card over the outline of the page (D21), the 404 page, or the error card
 * of spec 8. `extra` is a sentence for the sign-in card.
 */
export function GameBoundary({ extra, outline }: { extra?: ReactNode; outline: Outline }) {
  const error = readRouteError(useRouteError())
  const { status, errorType, isOver, card } = error
  const location = useLocation()
  const returnTo = getReturnTo(location, draftReturnToLimits)
  useDocumentTitle(getGameErrorTitle(error))
  // Of a save whose page is gone: a deadline passed.
  const actionData = useActionData<{ errors?: readonly ToastMessage[] }>()
  if (status === 401) return <SignInOverlay redirectTo={returnTo} extra={extra} outline={outline} />
  if (isNotFound(error)) return <NotFound />
  const { title, text, button, note, more = [], isPassing } = card ?? getErrorCard(errorType, isOver)
  return (
    <Main className="pb-[clamp(3rem,9vw,6rem)]">
      <section className={`${bandLook} mb-12`}>
        {/* The place of the dashboard has no way back to it: the same card would come again. */}
        <Container className="min-h-12">{!/^\/game\/?$/.test(location.pathname) && <GameNav />}</Container>
      </section>
      <Toasts errors={actionData?.errors} />
      <ErrorCard title={title} text={text} note={error.note ?? note} button={button}>
        {more.map(({ href, label }) => (
          <LinkButton key={href} variant="line" href={href}>
            {label}
          </LinkButton>
        ))}
        {isPassing && (
          <LinkButton variant="line" href={returnTo}>
            Try again
          </LinkButton>
        )}
      </ErrorCard>
    </Main>
  )
}

/** The `ErrorBoundary` of a game page. */
export function createGameBoundary(outline: Outline) {
  return () => <GameBoundary outline={outline} />
}

/**
 * Sets the document's title. A route's `meta` knows only errors from the server, not a request by script that failed;
 * the next page sets its own title.
 */
function useDocumentTitle(title: string): void {
  useEffect(() => {
    const previousTitle = document.title
    document.title = title
    return () => {
      if (document.title === title) document.title = previousTitle
    }
  }, [title])
}

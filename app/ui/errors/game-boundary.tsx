import { useActionData, useLocation, useRouteError } from '@remix-run/react'
import { type ReactNode, useEffect } from 'react'
import type { Problem } from '#app/game/problems.ts'
import { Toasts } from '#app/ui/feedback/toasts.tsx'
import { LinkButton } from '#app/ui/forms/button.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { getErrorCard } from '#app/ui/messages/error-cards.ts'
import { getErrorMessage, type ToastMessage } from '#app/ui/messages/error-messages.ts'
import { getGameErrorTitle } from '#app/ui/meta/document-title.ts'
import { draftReturnToLimits, getReturnTo } from '#app/ui/navigation/return-to.ts'
import { SignInOverlay } from '#app/ui/sign-in/sign-in-overlay.tsx'
import { ErrorCard } from './error-card.tsx'
import { NotFound } from './not-found.tsx'
import { isNotFound, readRouteError } from './route-error.ts'

interface GameBoundaryProps {
  extra?: ReactNode
  errors?: readonly ToastMessage[]
  children: ReactNode
}

interface ActionErrors {
  problem?: Problem
  problems?: readonly Problem[]
}

/**
 * What a game page shows instead of itself: the sign-in card over its copy with sample data (D21), the 404 page,
 * or the error card of spec 8. `children` is the page with sample data, `extra` a
 * sentence for the sign-in card, `refused` the words of a page whose refusals are not those of the game.
 */
export function GameBoundary({ extra, errors: refused, children }: GameBoundaryProps) {
  const error = readRouteError(useRouteError())
  const { status, errorType, isOver, note: standing, card } = error
  const location = useLocation()
  const here = getReturnTo(location, draftReturnToLimits)
  useDocumentTitle(getGameErrorTitle(error))
  const answer = useActionData<ActionErrors>()
  if (status === 401)
    return (
      <SignInOverlay redirectTo={here} extra={extra}>
        {children}
      </SignInOverlay>
    )
  if (isNotFound(error)) return <NotFound />
  const { title, text, button, note, more = [], isPassing } = card ?? getErrorCard(errorType, isOver)
  return (
    <Main className="center">
      <Toasts errors={refused ?? getActionErrorMessages(answer)} />
      <ErrorCard level={1} title={title} text={text} note={note ?? standing} button={button}>
        {more.map(({ href, label }) => (
          <LinkButton key={href} variant="line" href={href}>
            {label}
          </LinkButton>
        ))}
        {isPassing && (
          <LinkButton variant="line" href={here}>
            Try again
          </LinkButton>
        )}
        {button.href !== '/game' && !isDashboard(location) && (
          <LinkButton variant="line" href="/game">
            Back to Dashboard
          </LinkButton>
        )}
      </ErrorCard>
    </Main>
  )
}

/** There a way back to it would lead nowhere. */
function isDashboard({ pathname }: { pathname: string }): boolean {
  return /^\/game\/?$/.test(pathname)
}

/**
 * Names the document after what is shown. A route's `meta` knows what the server answered, not that an answer got lost
 * on its way to script; the next page brings a title of its own.
 */
function useDocumentTitle(title: string): void {
  useEffect(() => {
    const before = document.title
    document.title = title
    return () => {
      if (document.title === title) document.title = before
    }
  }, [title])
}

/** A save that was refused while its page went away (a deadline passed) is still told. */
function getActionErrorMessages(answer: ActionErrors | undefined): ToastMessage[] {
  const problems = answer?.problem ? [answer.problem] : (answer?.problems ?? [])
  return problems.map((problem) => getErrorMessage(problem))
}

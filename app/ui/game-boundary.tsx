import { useActionData, useLocation, useRouteError } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { Problem } from '#app/game/problems.ts'
import { LinkButton } from './button.tsx'
import { ErrorCard } from './error-card.tsx'
import { cardWords } from './error-words.ts'
import { Main } from './main.tsx'
import { NotFound } from './not-found.tsx'
import { mostOfDraft, pageAddress } from './page-address.ts'
import { type Words, wordsOf } from './problem-text.ts'
import { readRouteError } from './route-error.ts'
import { Toasts } from './toasts.tsx'
import { Veil } from './veil.tsx'

/** Types of a page that is not there at all: the 404 page, no card. */
const notFound: readonly (string | null)[] = ['NOT_FOUND', 'ROUND_MISSING', 'TEAM_NOT_FOUND']

interface GameBoundaryProps {
  extra?: ReactNode
  refused?: readonly Words[]
  children: ReactNode
}

interface Refusal {
  problem?: Problem
  problems?: readonly Problem[]
}

/**
 * What a game page shows instead of itself: the sign-in card over its copy with sample data (D21), the 404 page,
 * or the error card of spec 8. `children` is the page with sample data, `extra` a
 * sentence for the sign-in card, `refused` the words of a page whose refusals are not those of the game.
 */
export function GameBoundary({ extra, refused, children }: GameBoundaryProps) {
  const { status, errorType, isOver, note: standing, card } = readRouteError(useRouteError())
  const location = useLocation()
  const answer = useActionData<Refusal>()
  if (status === 401)
    return (
      <Veil redirectTo={pageAddress(location, mostOfDraft)} extra={extra}>
        {children}
      </Veil>
    )
  if (status === 404 && notFound.includes(errorType)) return <NotFound />
  const { title, text, button, note, more = [] } = card ?? cardWords(errorType, isOver)
  return (
    <Main className="center">
      <Toasts refused={refused ?? readRefusal(answer)} />
      <ErrorCard level={1} title={title} text={text} note={note ?? standing} button={button}>
        {more.map(({ href, label }) => (
          <LinkButton key={href} variant="line" href={href}>
            {label}
          </LinkButton>
        ))}
        {button.href !== '/game' && (
          <LinkButton variant="line" href="/game">
            Back to Dashboard
          </LinkButton>
        )}
      </ErrorCard>
    </Main>
  )
}

/** A save that was refused while its page went away (a deadline passed) is still told. */
function readRefusal(answer: Refusal | undefined): Words[] {
  const problems = answer?.problem ? [answer.problem] : (answer?.problems ?? [])
  return problems.map((problem) => wordsOf(problem))
}

import { useLocation, useRouteError } from '@remix-run/react'
import { Toasts } from '#app/ui/feedback/toasts.tsx'
import { LinkButton } from '#app/ui/forms/button.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { getErrorCard } from '#app/ui/messages/error-cards.ts'
import { formatDocumentTitle, getErrorTitle } from '#app/ui/meta/document-title.ts'
import { draftReturnToLimits, getReturnTo } from '#app/ui/navigation/return-to.ts'
import { SignInOverlay } from '#app/ui/sign-in/sign-in-overlay.tsx'
import { ErrorCard } from './error-card.tsx'
import { ErrorPage } from './error-page.tsx'
import { MessagePage } from './message-page.tsx'
import { readRouteError } from './route-error.ts'

/** The `meta` of an admin page: its title, or the title of what AdminBoundary shows; `missing` is the title of a 404. */
export function adminMeta(page: string, error: unknown, missing?: string) {
  return [{ title: error ? getBoundaryTitle(error, missing) : formatDocumentTitle(page) }]
}

function getBoundaryTitle(error: unknown, missing?: string): string {
  const { status } = readRouteError(error)
  if (status === 403) return formatDocumentTitle('Access Denied')
  return status === 401 ? formatDocumentTitle('Authentication required') : getErrorTitle(error, missing)
}

/**
 * The error boundary of admin pages: the sign-in card, Access Denied with its toast, or an error. `failure`: the toast's title after a
 * server error, and the address to try again.
 */
export function AdminBoundary({ failure }: { failure?: { title: string; href: string } }) {
  const error = useRouteError()
  const location = useLocation()
  const { status, roundNumber } = readRouteError(error)
  const note = describeDraft(location.search, status)
  if (status === 403) return <AccessDenied note={note} />
  if (status >= 500)
    return (
      <LoadFailureCard {...(failure ?? getScoresFailure(roundNumber ?? readRoundParam(location.search)))} />
    )
  if (status !== 401) return <ErrorPage error={error} />
  return (
    <SignInOverlay
      redirectTo={getReturnTo(location, draftReturnToLimits)}
      extra={note && <p>{note}</p>}
      outline={outline}
    />
  )
}

const outline = {
  title: 'Admin Dashboard',
  cards: ['Scores', 'Order of work'],
  isAdmin: true,
} as const

/** What became of what was typed, where the address has it or says that it does not. */
function describeDraft(search: string, status: number): string | undefined {
  const query = new URLSearchParams(search)
  if (query.has('left'))
    return 'Nothing was saved. The pasted text is too long to be kept here: go back one page, and copy it.'
  if (!query.has('scores') && !query.has('pasted')) return undefined
  return status === 401
    ? 'Nothing was saved. What you typed is kept: it is here again once you have signed in.'
    : 'Nothing was saved. What you typed is kept in the address of this page: load it again once you are an admin.'
}

/** Without the stored scores there must be no form: its empty inputs would overwrite them. */
function getScoresFailure(round: number | string | null) {
  return { title: `Failed to load scores${round === null ? '' : ` for round ${round}`}`, href: '/admin' }
}

/** The round in the address, for when the season could not be read either. */
function readRoundParam(search: string): string | null {
  const round = new URLSearchParams(search).get('round')
  return round !== null && /^\d{1,3}$/.test(round) ? round : null
}

function LoadFailureCard({ title, href }: { title: string; href: string }) {
  const card = getErrorCard(null)
  return (
    <Main className="py-[clamp(3rem,9vw,6rem)]">
      <Toasts errors={[{ title }]} />
      <ErrorCard title={card.title} text={card.text} button={{ href, label: 'Try again' }} />
    </Main>
  )
}

/**
 * The page and toast for signed-in visitors who are not admins (spec 4). `note`: what became of what was typed, because the role of
 * an admin ended while one worked.
 */
function AccessDenied({ note }: { note: string | undefined }) {
  const text = note ?? 'You do not have permission to open the admin area.'
  return (
    <MessagePage
      title="Access Denied"
      text="This area is for admins. Your game is on the dashboard."
      errors={[{ title: 'Access denied', text }]}
    >
      <LinkButton variant="spot" size="lg" href="/game">
        Game Dashboard
      </LinkButton>
      <LinkButton variant="line" size="lg" href="/">
        Home
      </LinkButton>
    </MessagePage>
  )
}

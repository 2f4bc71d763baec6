import type { MetaFunction } from '@remix-run/react'
import { isNotFound, type RouteError, readRouteError } from '#app/ui/errors/route-error.ts'
import { getErrorCard } from '#app/ui/messages/error-cards.ts'

export const SITE_NAME = 'Douze'

export function formatDocumentTitle(page: string): string {
  return `${page} – ${SITE_NAME}`
}

/** The title of a public page that failed; `missing` is the title of a 404. */
export function getErrorTitle(error: unknown, missing = 'Page Not Found'): string {
  const { status, errorType, card } = readRouteError(error)
  const isMissing = status === 404 && errorType !== 'ACTIVE_GAME_MISSING'
  return formatDocumentTitle(isMissing ? missing : (card ?? getErrorCard(errorType)).title)
}

/** The `meta` of a page that search engines must not show. */
export function noIndexMeta(page: string) {
  return () => [{ title: formatDocumentTitle(page) }, { name: 'robots', content: 'noindex' }]
}

/** The `meta` of a game page: its title, or the title of what GameBoundary shows instead. */
export function gameMeta(page: string): MetaFunction {
  return ({ error }) => [
    { title: error ? getGameErrorTitle(readRouteError(error)) : formatDocumentTitle(page) },
  ]
}

/** The title of what GameBoundary shows: the sign-in card, the 404 page, or an error card. */
export function getGameErrorTitle(error: RouteError): string {
  if (error.status === 401) return formatDocumentTitle('Authentication required')
  return formatDocumentTitle(
    isNotFound(error) ? 'Page Not Found' : (error.card ?? getErrorCard(error.errorType)).title,
  )
}

import type { MetaFunction } from '@remix-run/react'
import { cardWords } from './error-words.ts'
import { isNoPage, type RouteError, readRouteError } from './route-error.ts'

export const SITE = 'Douze'

/** The title of a document. */
export function titleOf(page: string): string {
  return `${page} – ${SITE}`
}

/** The title of what stands in the place of a public page; `missing` names what is not there. */
export function errorTitle(error: unknown, missing = 'Page Not Found'): string {
  const { status, errorType, card } = readRouteError(error)
  const isMissing = status === 404 && errorType !== 'ACTIVE_GAME_MISSING'
  return titleOf(isMissing ? missing : (card ?? cardWords(errorType)).title)
}

/** The `meta` of a game page: its title, or that of what GameBoundary shows in its place. */
export function gameMeta(page: string): MetaFunction {
  return ({ error }) => [{ title: error ? gameErrorTitle(readRouteError(error)) : titleOf(page) }]
}

/** The title of what GameBoundary shows: the sign-in card, the 404 page, or an error card. */
export function gameErrorTitle(error: RouteError): string {
  if (error.status === 401) return titleOf('Authentication required')
  return titleOf(isNoPage(error) ? 'Page Not Found' : (error.card ?? cardWords(error.errorType)).title)
}

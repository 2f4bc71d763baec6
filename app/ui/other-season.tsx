import { isRouteErrorResponse } from '@remix-run/react'
import type { Seasons } from '#app/game/form-season.ts'
import { ErrorCard } from './error-card.tsx'
import { Main } from './main.tsx'
import { wordsOf } from './problem-text.ts'

interface OtherSeasonProps {
  seasons: Seasons
  /** The page of the season that is being played, with what was typed. */
  href: string
}

/** Instead of the page: a form that belongs to another season was sent, and what it asked for was not done. */
export function OtherSeason({ seasons, href }: OtherSeasonProps) {
  const { title, text } = wordsOf('SEASON_CHANGED', { seasons })
  const button = { href, label: `Go on in the ${seasons.active} season` }
  return (
    <Main className="center">
      <ErrorCard level={1} title={title} text={text} button={button} />
    </Main>
  )
}

/** Reads what a boundary caught: null for every other error. */
export function readOtherSeason(error: unknown): OtherSeasonProps | null {
  const data: unknown = isRouteErrorResponse(error) ? error.data : null
  return isOtherSeason(data) ? data : null
}

function isOtherSeason(data: unknown): data is OtherSeasonProps {
  if (typeof data !== 'object' || data === null || !('errorType' in data)) return false
  return data.errorType === 'SEASON_CHANGED' && 'seasons' in data && 'href' in data
}

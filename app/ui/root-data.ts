import { useRouteLoaderData } from '@remix-run/react'
import { createContext, useContext, useState } from 'react'
import type { Consent } from '#app/game/consent.ts'
import type { HiddenRound } from '#app/game/results-choice.ts'
import type { Entry } from '#app/game/season/contest.ts'
import type { NextDeadlineView } from '#app/game/season/next-deadline.ts'
import { type FetchError, isFetchError } from './feedback/fetch-error.ts'
import type { FlashMessage } from './messages/flash-messages.ts'

/** What every page gets from the root's loader: the visitor, the flash message and the season's state. */
export interface RootData {
  isSignedIn: boolean
  isAdmin: boolean
  /** Whether this is the browser of an app, which has no tabs. */
  isInApp: boolean
  /** The flash message of the page before; sent once. */
  flash: FlashMessage | null
  concludedYear: number | null
  /** The season is over, and what the mail about the next one lacks to reach this manager; null where it lacks nothing. */
  missingMail: 'address' | 'choice' | null
  /** Whether a show is on the air, for the pages of the game. */
  isOnAir: boolean
  /** The first round whose results are hidden from the visitor on this page; null without one. */
  hidden: HiddenRound | null
  /** For a stranger on a page that needs a sign-in; null for everybody else. */
  wall: WallFacts | null
  /** What the visitor allows beyond the necessary cookies. */
  consent: Consent
  /** The time zone in the cookie of this request, known or not; null without one. */
  browserTimeZone: string | null
  /** The site's origin, for absolute URLs. */
  origin: string
  social: { instagram: string; bluesky: string }
  /** The demo's game time (epoch ms) and the host's zone; null outside the demo. */
  demo: { now: number; timeZone: string } | null
}

/** What everybody may know of the season, behind the sign-in card (D21). */
export interface WallFacts {
  entries: readonly Entry[]
  next: NextDeadlineView | null
}

export const RootContext = createContext<RootData | undefined>(undefined)

/** The root's data, also inside error boundaries; undefined when the root itself failed. */
export function useRootData(): RootData | undefined {
  return useContext(RootContext)
}

/** The newest root data that arrived: a failed request keeps the data before. */
export function useLastGoodRootData(): RootData | undefined {
  const data = useRouteLoaderData<RootData | FetchError>('root')
  const [last, setLast] = useState<RootData>()
  if (data === undefined || isFetchError(data)) return last
  if (data !== last) setLast(data)
  return data
}

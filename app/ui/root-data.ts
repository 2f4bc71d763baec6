import { useRouteLoaderData } from '@remix-run/react'
import { createContext, useContext, useState } from 'react'
import type { Consent } from '#app/game/consent.ts'
import { type FetchError, isFetchError } from './feedback/fetch-error.ts'

/** What every page knows from the root: who is here, what was just said, and the season's state. */
export interface RootData {
  isSignedIn: boolean
  isAdmin: boolean
  /** What the page before left to be said, once. */
  flash: { code: string; params?: Record<string, string> } | null
  concludedYear: number | null
  /** What the visitor has allowed beyond the necessary cookies. */
  consent: Consent
  /** The zone that the browser named when it asked for this, known or not; null when it named none. */
  browserTimeZone: string | null
  /** The site's own address, for what must be absolute. */
  origin: string
  social: { instagram: string; bluesky: string }
  /** The demo's game time (epoch ms) and the host's zone; null outside the demo. */
  demo: { now: number; timeZone: string } | null
}

/** The root's data for everything inside its layout. */
export const RootContext = createContext<RootData | undefined>(undefined)

/** The root's data, also inside error boundaries; undefined when the root itself failed. */
export function useRootData(): RootData | undefined {
  return useContext(RootContext)
}

/** What the layout hands down: the newest data that arrived. */
export function useLastGoodRootData(): RootData | undefined {
  const sent = useRouteLoaderData<RootData | FetchError>('root')
  const [last, keep] = useState<RootData>()
  if (sent === undefined || isFetchError(sent)) return last
  if (sent !== last) keep(sent)
  return sent
}

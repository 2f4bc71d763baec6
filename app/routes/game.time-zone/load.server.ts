import type { z } from 'zod'
import { safeRedirectTarget } from '#app/auth/sign-in/redirect-target.ts'
import { toNextDeadlineView } from '#app/game/season/next-deadline.ts'
import { describeTimeZone, listTimeZones, ZONE_LIMIT } from '#app/game/time/time-zone.ts'
import type { DisplayTimeZone } from '#app/http/cookies/time-zone.server.ts'
import type { GameContext } from '#app/server/game-context.server.ts'
import type { zoneQuery } from './form.server.ts'

export type ZoneView = ReturnType<typeof describeZone>

/** The page with the zone that times are shown in. */
export function describeZone(
  game: GameContext,
  { timeZone, source }: DisplayTimeZone,
  { zone, returnTo }: z.output<typeof zoneQuery>,
) {
  return {
    countries: game.lamps,
    timeZone,
    source,
    hostCity: game.contest.hostCity,
    /** Suggestions for the field. */
    zones: listTimeZones(),
    /** Value of the field. */
    typed: zone?.slice(0, ZONE_LIMIT) ?? (source === 'visitor' ? describeTimeZone(timeZone) : ''),
    /** Path to redirect to after a choice. */
    returnTo: toReturnPath(returnTo),
    next: toNextDeadlineView(game),
  }
}

/** The path of a page of the game on this site, else the dashboard. */
export function toReturnPath(returnTo: string): string {
  const target = safeRedirectTarget(returnTo)
  return /^\/game(?![\w-])/.test(target) && !target.startsWith('/game/time-zone') ? target : '/game'
}

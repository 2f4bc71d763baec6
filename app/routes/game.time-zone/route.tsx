import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { findVisitor, requireManager } from '#app/auth/guards.server.ts'
import { safeRedirectTarget } from '#app/auth/sign-in/redirect-target.ts'
import { toNextDeadlineView } from '#app/game/season/next-deadline.ts'
import { pickEntriesById } from '#app/game/team/team.ts'
import { findTimeZone, listTimeZones, ZONE_LIMIT } from '#app/game/time/time-zone.ts'
import { serializeFlashCookie } from '#app/http/cookies/flash.server.ts'
import {
  clearTimeZoneCookie,
  createInstantFormatter,
  findBrowserTimeZone,
  resolveTimeZone,
  serializeHostTimeZoneCookie,
  serializeTimeZoneCookie,
} from '#app/http/cookies/time-zone.server.ts'
import { parseForm } from '#app/http/forms/parse-form.server.ts'
import { readQuery } from '#app/http/forms/query.server.ts'
import { forwardHeaders } from '#app/http/forward-headers.ts'
import {
  invalid,
  orNotFound,
  seeOther,
  throwErrorResponse,
  withRetryAfter,
} from '#app/http/responses.server.ts'
import { tryWrite } from '#app/http/try-write.server.ts'
import { rateLimits } from '#app/server/rate-limit.server.ts'
import { GameBoundary } from '#app/ui/errors/game-boundary.tsx'
import { gameMeta } from '#app/ui/meta/document-title.ts'
import { gameStylesheetLinks } from '#app/ui/styles/bundles/stylesheets.ts'
import { clock, db } from '#db/connection.server.ts'
import { updateTimeZone } from '#db/mail/mail-addresses.server.ts'
import { findActiveContest } from '#db/seasons/games.server.ts'
import { findTeamOfManager } from '#db/teams/teams.server.ts'
import { zoneForm, zoneQuery } from './form.server.ts'
import { ZonePage } from './page.tsx'
import { sampleZoneView } from './sample.ts'
import type { RefusedZone, ZoneView } from './view.ts'

export async function loader({ request }: LoaderFunctionArgs): Promise<ZoneView> {
  const { managerId } = await requireManager(request)

  const query = readQuery(request, zoneQuery)
  if (!query.ok) return throwErrorResponse('BAD_REQUEST', 400)
  const contest = orNotFound(await findActiveContest(db), 'ACTIVE_GAME_MISSING')
  const { timeZone, source } = resolveTimeZone(request, contest.timeZone)
  const print = createInstantFormatter(request, contest.timeZone)

  const team = await findTeamOfManager(db, { gameId: contest.id, managerId })

  return {
    lights: team ? pickEntriesById(contest.entries, team.entryIds) : [],
    timeZone,
    source,
    hostCity: contest.hostCity,
    zones: listTimeZones(),
    typed: query.value.zone?.slice(0, ZONE_LIMIT) ?? (source === 'visitor' ? timeZone : ''),
    returnTo: toReturnPath(query.value.returnTo),
    next: toNextDeadlineView({ rounds: contest.rounds, now: await clock(db), print }),
  }
}

/** Stores or clears the chosen zone, and redirects to the page the visitor came from (D19). */
export async function action({ request }: ActionFunctionArgs) {
  const visitor = await findVisitor(request)

  const form = await parseForm(request, zoneForm)
  if (!form.ok) return throwErrorResponse('BAD_REQUEST', 400)
  const { intent, zone, returnTo } = form.value
  const typed = zone.replaceAll('\0', '').slice(0, ZONE_LIMIT)
  if (!visitor)
    return seeOther(
      `/game/time-zone?${new URLSearchParams({ zone: typed, returnTo: toReturnPath(returnTo) })}`,
    )
  const refused = { typed, returnTo: toReturnPath(returnTo) }
  const limit = rateLimits.write.consume(String(visitor.managerId))
  if (!limit.ok) return withRetryAfter(refuse({ ...refused, refusal: 'too-fast' }, 429), limit)

  const saveMailTimeZone = (timeZone: string | null) =>
    tryWrite(updateTimeZone(db, { managerId: visitor.managerId, timeZone }))
  if (intent === 'host') {
    await saveMailTimeZone(null)
    return redirectBack(returnTo, serializeHostTimeZoneCookie(), 'the host city’s time zone')
  }
  if (intent === 'browser') {
    await saveMailTimeZone(findBrowserTimeZone(request))
    return redirectBack(returnTo, clearTimeZoneCookie())
  }
  const timeZone = zone.length > ZONE_LIMIT ? null : findTimeZone(typed)
  if (!timeZone) return refuse({ ...refused, refusal: 'unknown' })
  await saveMailTimeZone(timeZone)
  return redirectBack(returnTo, serializeTimeZoneCookie(timeZone), timeZone)
}

function refuse(refused: RefusedZone, status?: number) {
  return invalid(refused, status)
}

/** Redirects to the page the visitor came from, with a flash message about the choice. */
function redirectBack(returnTo: string, cookie: string, savedZone?: string): Response {
  const headers = new Headers({ 'Set-Cookie': cookie })
  if (savedZone)
    headers.append('Set-Cookie', serializeFlashCookie({ code: 'zone-saved', params: { zone: savedZone } }))
  return seeOther(toReturnPath(returnTo), headers)
}

/** The path of a page of the game on this site, else the dashboard. */
function toReturnPath(returnTo: string): string {
  const target = safeRedirectTarget(returnTo)
  return /^\/game(?![\w-])/.test(target) && !target.startsWith('/game/time-zone') ? target : '/game'
}

export const headers = forwardHeaders

export const links = gameStylesheetLinks

export const meta = gameMeta('Time Zone')

export default function ZoneRoute() {
  return <ZonePage view={useLoaderData<typeof loader>()} refused={useActionData<typeof action>()} />
}

export function ErrorBoundary() {
  return (
    <GameBoundary>
      <ZonePage view={sampleZoneView} />
    </GameBoundary>
  )
}

import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { findVisitor, requireManager } from '#app/auth/guards.server.ts'
import { describeTimeZone, findTimeZone, ZONE_LIMIT } from '#app/game/time/time-zone.ts'
import { clearCookie, cookies } from '#app/http/cookies/cookie.server.ts'
import { serializeFlashCookie } from '#app/http/cookies/flash.server.ts'
import {
  findBrowserTimeZone,
  resolveTimeZone,
  serializeHostTimeZoneCookie,
  serializeTimeZoneCookie,
} from '#app/http/cookies/time-zone.server.ts'
import { requireForm } from '#app/http/forms/parse-form.server.ts'
import { requireQuery } from '#app/http/forms/query.server.ts'
import { forwardHeaders } from '#app/http/forward-headers.ts'
import { invalid, seeOther, withRetryAfter } from '#app/http/responses.server.ts'
import { tryWrite } from '#app/http/try-write.server.ts'
import { loadGame } from '#app/server/game-context.server.ts'
import { rateLimits } from '#app/server/rate-limit.server.ts'
import { createGameBoundary } from '#app/ui/errors/game-boundary.tsx'
import { gameMeta } from '#app/ui/meta/document-title.ts'
import { gameStylesheetLinks } from '#app/ui/styles/stylesheets.ts'
import { db } from '#db/connection.server.ts'
import { updateTimeZone } from '#db/mail/mail-addresses.server.ts'
import { zoneForm, zoneQuery } from './form.server.ts'
import { describeZone, toReturnPath } from './load.server.ts'
import { ZonePage } from './page.tsx'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const visitor = await requireManager({ request, context })

  const query = requireQuery(request, zoneQuery)
  const game = await loadGame(request, visitor)

  return describeZone(game, resolveTimeZone(request, game.contest.timeZone), query)
}

/** Stores or clears the chosen zone, and redirects to the page the visitor came from (D19). */
export async function action({ request, context }: ActionFunctionArgs) {
  const visitor = await findVisitor({ request, context })

  const { intent, zone, returnTo } = await requireForm(request, zoneForm)
  const typed = zone.replaceAll('\0', '').slice(0, ZONE_LIMIT)
  if (!visitor)
    return seeOther(
      `/game/time-zone?${new URLSearchParams({ zone: typed, returnTo: toReturnPath(returnTo) })}`,
    )
  const refused = { typed, returnTo: toReturnPath(returnTo) }
  const limit = await rateLimits.write.consume(db, String(visitor.managerId))
  if (!limit.ok) return withRetryAfter(invalid({ ...refused, refusal: 'too-fast' } as const, 429), limit)

  const saveMailTimeZone = (timeZone: string | null) =>
    tryWrite(updateTimeZone(db, { managerId: visitor.managerId, timeZone }))
  if (intent === 'host') {
    await saveMailTimeZone(null)
    return redirectBack(returnTo, serializeHostTimeZoneCookie(), 'the host city’s time zone')
  }
  if (intent === 'browser') {
    await saveMailTimeZone(findBrowserTimeZone(request))
    return redirectBack(returnTo, clearCookie(cookies.zone))
  }
  const timeZone = zone.length > ZONE_LIMIT ? null : findTimeZone(typed)
  if (!timeZone) return invalid({ ...refused, refusal: 'unknown' } as const)
  await saveMailTimeZone(timeZone)
  return redirectBack(returnTo, serializeTimeZoneCookie(timeZone), describeTimeZone(timeZone))
}

/** Redirects to the page the visitor came from, with a flash message about the choice. */
function redirectBack(returnTo: string, cookie: string, savedZone?: string): Response {
  const headers = new Headers({ 'Set-Cookie': cookie })
  if (savedZone)
    headers.append('Set-Cookie', serializeFlashCookie({ code: 'zone-saved', params: { zone: savedZone } }))
  return seeOther(toReturnPath(returnTo), headers)
}

export const headers = forwardHeaders

export const links = gameStylesheetLinks

export const meta = gameMeta('Time Zone')

export default function ZoneRoute() {
  return <ZonePage view={useLoaderData<typeof loader>()} refused={useActionData<typeof action>()} />
}

export const ErrorBoundary = createGameBoundary({ title: 'Time Zone', cards: ['Choose a time zone'] })

import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { findVisitor, requireAdmin } from '#app/auth/guards.server.ts'
import { isFromOtherSeason } from '#app/game/season/form-season.ts'
import { findDeskRound } from '#app/game/season/round.ts'
import { throwSeasonChanged } from '#app/http/errors/season-errors.server.ts'
import { parseForm } from '#app/http/forms/parse-form.server.ts'
import { readSearchParams } from '#app/http/forms/query.server.ts'
import { forwardHeaders } from '#app/http/forward-headers.ts'
import { orNotFound, seeOther, throwErrorResponse, withRetryAfter } from '#app/http/responses.server.ts'
import { rateLimits } from '#app/server/rate-limit.server.ts'
import { AdminBoundary, adminMeta } from '#app/ui/errors/admin-boundary.tsx'
import { getSeasonChangedCard } from '#app/ui/messages/season-changed.ts'
import { adminStylesheetLinks } from '#app/ui/styles/admin-stylesheet.ts'
import { clock, db } from '#db/connection.server.ts'
import { findActiveContest } from '#db/seasons/games.server.ts'
import { refuseTooFast, scoresActions, scoresUrl } from './actions.server.ts'
import { parseTypedScores, scoresForm } from './form.server.ts'
import { loadAdminView } from './load.server.ts'
import { AdminPage } from './page.tsx'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { managerId } = await requireAdmin({ request, context })

  const query = readSearchParams(request)
  const contest = orNotFound(await findActiveContest(db), 'ACTIVE_GAME_MISSING')
  const now = await clock(db)
  const round = orNotFound(findDeskRound(contest.rounds, query.get('round'), now), 'ROUND_MISSING')

  return loadAdminView({ managerId, contest, round, now, query })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const visitor = await findVisitor({ request, context })

  const form = await parseForm(request, scoresForm)
  if (!form.ok) return throwErrorResponse('BAD_REQUEST')
  const { intent, season, round: roundNumber, version, note, confirmed } = form.value
  const isSave = intent !== 'fill'
  const contest = orNotFound(await findActiveContest(db), 'ACTIVE_GAME_MISSING')
  if (isFromOtherSeason(season, contest)) {
    if (!visitor?.isAdmin) return seeOther('/admin')
    // The points belong to other entries: the redirect drops them.
    return isSave
      ? throwSeasonChanged(getSeasonChangedCard({ form: season, active: contest.year }, '/admin'))
      : seeOther('/admin')
  }
  const codes = contest.entries.map((entry) => entry.code)
  const typed = parseTypedScores(form.value, codes)
  if (!typed) return throwErrorResponse('BAD_REQUEST')
  if (!visitor?.isAdmin) return seeOther(scoresUrl({ roundNumber, version, typed, note }))
  const { managerId } = visitor
  const round = orNotFound(
    contest.rounds.find((each) => each.roundNumber === roundNumber),
    'ROUND_MISSING',
  )

  const input = { contest, round, typed, version, note, confirmed, managerId }
  if (isSave) {
    const limit = await rateLimits.write.consume(db, String(managerId))
    if (!limit.ok) return withRetryAfter(refuseTooFast(input), limit)
  }

  return scoresActions[intent](input)
}

export const headers = forwardHeaders

export const links = adminStylesheetLinks

export const meta: MetaFunction = ({ error }) => adminMeta('Admin Dashboard', error)

export default function AdminRoute() {
  const view = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return <AdminPage view={view} refused={refused} />
}

export function ErrorBoundary() {
  return <AdminBoundary />
}

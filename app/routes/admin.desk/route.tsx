import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { type ShouldRevalidateFunctionArgs, useActionData, useLoaderData } from '@remix-run/react'
import { findVisitor, requireAdmin } from '#app/auth/guards.server.ts'
import { scoresFromQuery } from '#app/game/scoring/scores-draft.ts'
import { isFromOtherSeason } from '#app/game/season/form-season.ts'
import { findDeskRound } from '#app/game/season/round.ts'
import { throwSeasonChanged } from '#app/http/errors/season-errors.server.ts'
import { requireForm } from '#app/http/forms/parse-form.server.ts'
import { requireQuery } from '#app/http/forms/query.server.ts'
import { forwardHeaders } from '#app/http/forward-headers.ts'
import { orNotFound, seeOther, throwErrorResponse, withRetryAfter } from '#app/http/responses.server.ts'
import { rateLimits } from '#app/server/rate-limit.server.ts'
import { AdminBoundary, adminMeta } from '#app/ui/errors/admin-boundary.tsx'
import {
  createClientAction,
  createClientLoader,
  revalidateUnlessFailed,
  useLastGoodData,
} from '#app/ui/feedback/fetch-error.ts'
import { getSeasonChangedCard } from '#app/ui/messages/season-changed.ts'
import { adminStylesheetLinks } from '#app/ui/styles/admin-stylesheet.ts'
import { clock, db } from '#db/connection.server.ts'
import { findActiveContest } from '#db/seasons/games.server.ts'
import { changeWay, pressDesk } from './actions.server.ts'
import { toDraftUrl } from './desk-url.server.ts'
import { deskForm, deskQuery, readStoredPoints, readTypedPoints } from './form.server.ts'
import { loadDesk } from './load.server.ts'
import { DeskPage } from './page.tsx'
import { refuseTooFast } from './refusals.server.ts'

export const handle = { hydrates: true }

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAdmin({ request, context })

  const query = requireQuery(request, deskQuery)
  const contest = orNotFound(await findActiveContest(db), 'ACTIVE_GAME_MISSING')
  const now = await clock(db)
  const round = orNotFound(findDeskRound(contest.rounds, query.round ?? null, now), 'ROUND_MISSING')

  return loadDesk(db, { request, contest, round, now, query })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const visitor = await findVisitor({ request, context })

  const form = await requireForm(request, deskForm)
  const contest = orNotFound(await findActiveContest(db), 'ACTIVE_GAME_MISSING')
  if (isFromOtherSeason(form.season, contest)) {
    if (!visitor?.isAdmin) return seeOther('/admin/desk')
    // The points belong to other entries.
    const seasons = { form: form.season, active: contest.year }
    return throwSeasonChanged(getSeasonChangedCard(seasons, '/admin/desk'))
  }
  const codes = contest.entries.map((entry) => entry.code)
  const typed = readTypedPoints(form, codes)
  const was = readStoredPoints(form, codes)
  if (!typed || !was) return throwErrorResponse('BAD_REQUEST')
  const { change, pasted, kept, told, column } = form
  const textWas = scoresFromQuery(form.textWas, codes)
  const fields = { change, typed, was, pasted, kept, textWas, told, column }
  if (!visitor?.isAdmin) return seeOther(toDraftUrl({ ...fields, round: form.round }))
  const { managerId } = visitor
  const isRound = (each: { roundNumber: number }) => each.roundNumber === form.round
  const round = orNotFound(contest.rounds.find(isRound), 'ROUND_MISSING')

  const { intent, version, songs, way, confirmed } = form
  const now = await clock(db)
  const input = { request, contest, round, now, managerId, intent, version, songs, confirmed, ...fields }
  if (way) return changeWay(input, way)
  const limit = await rateLimits.write.consume(db, String(managerId))
  return limit.ok ? pressDesk(input) : withRetryAfter(refuseTooFast(input), limit)
}

export const clientLoader = createClientLoader<typeof loader>()

export const clientAction = createClientAction<typeof action>()

/** A press that another desk's refuses shows what that one stored. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs) {
  return args.actionStatus === 409 || revalidateUnlessFailed(args)
}

export const headers = forwardHeaders

export const links = adminStylesheetLinks

export const meta: MetaFunction = ({ error }) => adminMeta('Score desk', error)

export default function DeskRoute() {
  const { view, fetchError } = useLastGoodData(useLoaderData<typeof clientLoader>())
  const actionData = useActionData<typeof clientAction>()
  return <DeskPage view={view} fetchError={fetchError} actionData={actionData} />
}

export function ErrorBoundary() {
  return <AdminBoundary />
}

import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { findVisitor, requireAdmin } from '#app/auth/guards.server.ts'
import { keepHeaders } from '#app/auth/headers.ts'
import { config } from '#app/config.server.ts'
import { isOfOtherSeason } from '#app/game/form-season.ts'
import { go, orNotFound, problem, sayWhen } from '#app/http/answers.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { limits } from '#app/http/limits.server.ts'
import { queryOf } from '#app/http/query.server.ts'
import { endWithOtherSeason } from '#app/http/season.server.ts'
import { sendsMails } from '#app/http/sends-mails.server.ts'
import { AdminBoundary, adminMeta } from '#app/ui/admin-boundary.tsx'
import { otherSeasonCard } from '#app/ui/other-season.ts'
import { gameLinks } from '#app/ui/sheets.ts'
import { clock, db } from '#db/connection.server.ts'
import { findActiveContest } from '#db/games.server.ts'
import { computeScores, deskUrl, fillScores, refuseHaste, saveScores } from './deeds.server.ts'
import { scoresForm, typedScores } from './form.server.ts'
import { chosenRound, loadDesk } from './load.server.ts'
import { AdminPage } from './page.tsx'

export async function loader({ request }: LoaderFunctionArgs) {
  const { managerId } = await requireAdmin(request)

  const query = queryOf(request)
  const contest = orNotFound(await findActiveContest(db), 'ACTIVE_GAME_MISSING')
  const now = await clock(db)
  const round = orNotFound(chosenRound(contest, query, now), 'ROUND_MISSING')

  const settings = { isDemo: config.isDemo, isMailOn: sendsMails() }
  return loadDesk(db, { managerId, contest, round, now, query, ...settings })
}

export async function action({ request }: ActionFunctionArgs) {
  const visitor = await findVisitor(request)

  const form = await parseForm(request, scoresForm)
  if (!form.ok) return problem('BAD_REQUEST', 400)
  const { intent, season, round: roundNumber, version, note } = form.value
  const contest = orNotFound(await findActiveContest(db), 'ACTIVE_GAME_MISSING')
  if (isOfOtherSeason(season, contest)) {
    if (!visitor) return go('/admin')
    await requireAdmin(request)
    // Its points mean nothing here: none of them is kept.
    const isSave = intent === 'save' || intent === 'compute'
    return isSave
      ? endWithOtherSeason(otherSeasonCard({ form: season, active: contest.year }, '/admin'))
      : go('/admin')
  }
  const codes = contest.entries.map((entry) => entry.code)
  const typed = typedScores(form.value, codes)
  if (!typed) return problem('BAD_REQUEST', 400)
  if (!visitor) return go(deskUrl({ roundNumber, version, typed, note }))
  const { managerId } = await requireAdmin(request)
  const round = orNotFound(
    contest.rounds.find((each) => each.roundNumber === roundNumber),
    'ROUND_MISSING',
  )

  const asked = { contest, round, typed, version, note, managerId }
  if (intent === 'save' || intent === 'compute') {
    const taken = limits.write.consume(String(managerId))
    if (!taken.ok) return sayWhen(refuseHaste(asked), taken)
  }
  switch (intent) {
    case 'keep':
      return go(deskUrl({ roundNumber, version, typed, note }))
    case 'fill':
      return fillScores(asked)
    case 'save':
      return saveScores(asked)
    case 'compute':
      return computeScores(asked)
  }
}

export const headers = keepHeaders

export const links = gameLinks

export const meta: MetaFunction = ({ error }) => adminMeta('Admin Dashboard', error)

export default function AdminRoute() {
  const view = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return <AdminPage view={view} refused={refused} />
}

export function ErrorBoundary() {
  return <AdminBoundary />
}

import type { LoaderFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { findVisitor } from '#app/auth/guards.server.ts'
import { mayAdminister } from '#app/auth/permissions.ts'
import { readQuery, wholeNumber } from '#app/http/forms/query.server.ts'
import { respond } from '#app/http/responses.server.ts'
import { type DeskEnd, type DeskState, loadDeskState } from '#app/server/desk/desk-state.server.ts'
import { clock, db } from '#db/connection.server.ts'
import { findActiveContest } from '#db/seasons/games.server.ts'

const answerQuery = z.object({ season: wholeNumber(1956, 9999), round: wholeNumber(1, 999) })

const roundText = 'This round is not in the season any more. Nothing more can be saved.'
const rightsText = 'You are not an admin any more: nothing can be saved here.'

/** When the script of a desk asks again, in seconds: a handful of admins ask. */
const interval = 5

/** What the desk of a round shows now, for its script: what other desks entered is seen without a press (D10). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const visitor = await findVisitor({ request, context })
  if (!visitor) return json({ ended: '' }, 401)
  if (!mayAdminister(visitor)) return json({ ended: rightsText }, 403)

  const query = readQuery(request, answerQuery)
  if (!query.ok) return json({ ended: roundText }, 400)
  const contest = await findActiveContest(db)
  const round = contest?.rounds.find(({ roundNumber }) => roundNumber === query.value.round)
  if (!contest || !round || contest.year !== query.value.season) return json({ ended: roundText }, 404)

  return json(await loadDeskState(db, { request, contest, round, now: await clock(db) }))
}

function json(answer: DeskState | DeskEnd, status = 200) {
  const headers = {
    'Content-Type': 'application/json',
    'Cache-Control': 'private, no-cache',
    Vary: 'Cookie',
    'Ask-Again': String(interval),
  }
  return respond(JSON.stringify(answer), { status, headers })
}

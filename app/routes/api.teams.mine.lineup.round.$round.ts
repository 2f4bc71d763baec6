import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { codesOf } from '#app/api/codes.ts'
import { lineupDraft, toRoundLineup } from '#app/api/lineup.ts'
import { requireCaller } from '#app/auth/bearer.server.ts'
import type { Problem } from '#app/game/problems.ts'
import { findNextRound } from '#app/game/round.ts'
import { orNotFound, orTooMany } from '#app/http/answers.server.ts'
import { isErrorType } from '#app/http/error-types.ts'
import { answerJson, done, json, readJson, refuse, refuseFields } from '#app/http/json.server.ts'
import { limits } from '#app/http/limits.server.ts'
import { requireNumber } from '#app/http/query.server.ts'
import { findActiveSeason } from '#app/scoreboards.server.ts'
import { currentTeamLineups, saveLineup } from '#app/services/lineups.server.ts'
import { wordsOf } from '#app/ui/problem-text.ts'
import { clock, db } from '#db/connection.server.ts'
import { findActiveContest } from '#db/games.server.ts'
import { findTeamOfManager } from '#db/teams.server.ts'

/** GET: the caller's line-up of a round, or of the 'next' one. POST: saves it. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  return answerJson(request, async () => {
    const { managerId } = await requireCaller(request)

    const wanted = params.round === 'next' ? 'next' : requireNumber(params.round)
    const { contest, results } = orNotFound(await findActiveSeason(), 'ACTIVE_GAME_MISSING')
    const team = orNotFound(await findTeamOfManager(db, { gameId: contest.id, managerId }), 'TEAM_MISSING')
    const { roundNumber } =
      wanted === 'next'
        ? orNotFound(findNextRound(contest.rounds, await clock(db)), 'NEXT_ROUND_MISSING')
        : orNotFound(
            contest.rounds.find((round) => round.roundNumber === wanted),
            'ROUND_MISSING',
          )

    const lineups = await currentTeamLineups(db, { contest, results, team })
    const lineup = lineups.find((each) => each.roundNumber === roundNumber)
    return json(toRoundLineup(contest, roundNumber, lineup))
  })
}

export async function action({ request, params }: ActionFunctionArgs) {
  return answerJson(request, async () => {
    const { managerId } = await requireCaller(request)
    orTooMany(limits.save.consume(String(managerId)))

    const roundNumber = requireNumber(params.round)
    const { players } = await readJson(request, lineupDraft)
    const contest = orNotFound(await findActiveContest(db), 'ACTIVE_GAME_MISSING')

    const wanted = { roundNumber, codes: codesOf(contest.entries, players), alsoLater: false }
    const saved = await saveLineup(db, { managerId, wanted, clock })

    return saved.ok ? done() : refuseLineup(saved.problem)
  })
}

function refuseLineup(problem: Problem): never {
  if (isErrorType(problem)) return refuse(problem)
  return refuseFields({ players: wordsOf(problem).text })
}

import { toFieldText } from '#app/game/scoring/desk-draft.ts'
import { scoresFromQuery, scoresToQuery } from '#app/game/scoring/scores-draft.ts'
import { type DeskParams, loadDeskState } from '#app/server/desk/desk-state.server.ts'
import type { Db } from '#db/schema.server.ts'
import type { DeskQuery } from './form.server.ts'
import type { DeskView } from './view.ts'

/** The desk of a round as it stands, with what the address says besides. */
export async function loadDesk(db: Db, params: DeskParams & { query: DeskQuery }): Promise<DeskView> {
  const { contest, round, query } = params
  const codes = contest.entries.map(({ code }) => code)
  const isFinal = round.kind === 'final'
  const state = await loadDeskState(db, params)
  const stored = state.rows.map(({ code, points }) => [code, toFieldText(points)] as const)
  return {
    ...state,
    season: contest.year,
    round: { roundNumber: round.roundNumber, title: round.title, isFinal },
    isPasting: isFinal && query.way === 'paste',
    draft: {
      typed: scoresFromQuery(query.scores, codes),
      was: scoresFromQuery(query.was, codes),
      pasted: query.pasted,
      textWas: query.textWas || scoresToQuery(Object.fromEntries(stored)),
    },
    pressed: query.at ?? null,
  }
}

import type { Mutant } from './mutant.ts'

const seasonsTest = 'tests/services/seasons/seasons.test.ts'
const settleTest = 'tests/services/scoreboard/settle-rounds.test.ts'
const teamsTest = 'tests/services/teams/teams.test.ts'

const service = { file: 'app/services/seasons/seasons.server.ts', test: seasonsTest }
const stored = { file: 'db/seasons/stored-season.server.ts', test: seasonsTest }
const games = { file: 'db/seasons/games.server.ts', test: seasonsTest }
const entries = { file: 'db/seasons/entries.server.ts', test: seasonsTest }
const use = { file: 'db/seasons/season-use.server.ts', test: seasonsTest }

/** Changes of seasons: what a load may change, and which season is played. */
export const seasons: readonly Mutant[] = [
  {
    ...service,
    code: '    if (problems.length > 0) return { ok: false, problems }\n',
    change: '',
    feels: 'A load takes a country away that teams hold.',
  },
  {
    ...service,
    code: '    ...addedRoundProblems(before, season),\n',
    change: '',
    feels: 'A show is added for which nobody has a line-up.',
  },
  {
    ...service,
    code: '    ...computedRoundProblems(before, season),\n',
    change: '',
    feels: 'The start of a show moves after its results are out, and line-ups change again.',
  },
  {
    ...service,
    code: '    await updateRoundsReopened(tx, { gameId: before.id, now })\n',
    change: '',
    test: settleTest,
    feels: 'After a postponed deadline a changed line-up is confirmed, and the old one counts.',
  },
  {
    ...service,
    code: '    if (before.isActive) await bumpSeasonVersions(tx)\n',
    change: '',
    feels: 'Pages show the old deadline after it was corrected.',
  },
  {
    ...service,
    code: '    if (before.isActive) await bumpSeasonVersions(tx)\n',
    change: '    await bumpSeasonVersions(tx)\n',
    feels: 'Preparing next year’s season empties the cache of tonight.',
  },
  {
    ...service,
    code: "for (const topic of ['game', 'news', 'ranking'] as const)",
    change: "for (const topic of ['game', 'ranking'] as const)",
    feels: 'Articles come a day late after another season was activated.',
  },
  {
    ...service,
    code: 'if (!season.isActive) await insertMailing',
    change: 'if (season.isActive) await insertMailing',
    test: 'tests/services/mail/sender.test.ts',
    feels: 'Nobody hears that a new season has begun.',
  },
  {
    ...stored,
    code: "conflict.columns(['game_id', 'code']).doUpdateSet(row)",
    change: "conflict.columns(['game_id', 'code']).doNothing()",
    feels: 'A corrected price is reported as stored, and is not.',
  },
  {
    ...stored,
    code: 'doUpdateSet({ ...row, ...revised })',
    change: 'doUpdateSet(revised)',
    test: settleTest,
    feels: 'A corrected deadline is reported as stored, and is not.',
  },
  {
    ...stored,
    code: "    .deleteFrom('rounds')\n    .where('game_id', '=', gameId)",
    change: "    .deleteFrom('rounds')",
    feels: 'Taking a show out of next year’s season takes it out of this one.',
  },
  {
    ...stored,
    code: "deleteFrom('entries').where('game_id', '=', gameId).where('code', '=', code)",
    change: "deleteFrom('entries').where('code', '=', code)",
    feels: 'Taking a country out of next year’s season takes it out of this one.',
  },
  {
    ...stored,
    code: "    .where('year', '=', year)\n    .executeTakeFirst()\n  if (!row)",
    change: '    .executeTakeFirst()\n  if (!row)',
    feels: 'Loading next year’s season replaces this year’s.',
  },
  {
    ...games,
    code: "    .where('is_active', '=', sql.lit(1))\n",
    change: '',
    feels: 'A season that is only prepared is shown to everybody.',
  },
  {
    ...games,
    code: "team_count: games('team_count', '+', change) }))\n    .where('id', '=', gameId)",
    change: "team_count: games('team_count', '+', change) }))",
    test: teamsTest,
    feels: 'A team of this year counts in every season.',
  },
  {
    ...games,
    code: ".select(gameColumns).where('id', '=', gameId)",
    change: '.select(gameColumns)',
    test: 'tests/services/scoreboard/scoreboards.test.ts',
    feels: 'An earlier season’s results are shown with the shares of the first.',
  },
  {
    ...entries,
    code: "    .where('game_id', '=', gameId)\n}",
    change: '}',
    feels: 'The countries of all seasons can be picked.',
  },
  {
    ...entries,
    code: "    .where('game_id', '=', gameId)\n    .where('previous_place', 'is not', null)",
    change: "    .where('previous_place', 'is not', null)",
    test: 'tests/db/seasons/entries.test.ts',
    feels: 'A country’s place of last year is that of another year.',
  },
  {
    file: 'db/seasons/rounds.server.ts',
    test: seasonsTest,
    code: "    .where('rounds.game_id', '=', gameId)\n",
    change: '',
    feels: 'The shows of two seasons stand in one calendar.',
  },
  {
    ...use,
    code: "exists(selectFrom('teams').select('id').where('teams.game_id', '=', gameId).where(isInTeam)),",
    change: '',
    feels: 'Removing a country that a team holds ends at an error, not at a reason.',
  },
  {
    ...use,
    code: '} > games.budget_tenths',
    change: '} > games.budget_tenths + 100',
    feels: 'Nobody is told that a new price puts teams over the budget.',
  },
]

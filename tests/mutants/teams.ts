import type { Mutant } from './mutant.ts'

const teamsTest = 'tests/services/teams/teams.test.ts'
const receiptsTest = 'tests/services/teams/receipts.test.ts'
const deletionTest = 'tests/services/accounts/account-deletion.test.ts'

const service = { file: 'app/services/teams/teams.server.ts', test: teamsTest }
const lineups = { file: 'app/services/teams/lineups.server.ts', test: teamsTest }
const stored = { file: 'db/teams/teams.server.ts', test: teamsTest }
const storedLineups = { file: 'db/teams/lineups.server.ts', test: teamsTest }
const receipts = { file: 'db/teams/receipts.server.ts', test: receiptsTest }
const names = { file: 'db/teams/team-names.server.ts', test: 'tests/db/teams/team-names.test.ts' }

/** Changes of teams, line-ups and receipts: deadlines, whose they are, what is confirmed. */
export const teams: readonly Mutant[] = [
  {
    ...service,
    code: '    if (closed) return refuse(closed)\n',
    change: '',
    feels: 'A team changes after the first show, when everybody knows who is through.',
  },
  {
    ...service,
    code: "    if (isFromOtherSeason(season, contest)) return refuse('SEASON_CHANGED')\n",
    change: '',
    test: 'tests/requests/game/form-of-other-season.test.ts',
    feels: 'A tab from last year stores last year’s six as this year’s team.',
  },
  {
    ...service,
    code: "    if (!team && !(await findManager(tx, managerId))) return refuse('ACCOUNT_MISSING')\n",
    change: '',
    test: deletionTest,
    feels: 'A save of a deleted account ends at an error page.',
  },
  {
    ...service,
    code: "    if (!team && needsConfirmation(contest, now, params)) return refuse('LOCK_UNCONFIRMED')\n",
    change: '',
    test: 'tests/requests/game/late-join.test.ts',
    feels: 'Who joins late is not asked, and finds the team locked for good.',
  },
  {
    ...service,
    code: 'missed > confirmedMissedRound',
    change: 'missed >= confirmedMissedRound',
    test: 'tests/requests/game/late-join.test.ts',
    feels: 'Who joins late is asked again after each press, and never gets in.',
  },
  {
    ...service,
    code: "    if (params.bases && ![...params.bases, sent].includes(stored)) return refuse('SAVED_MEANWHILE')\n",
    change: '',
    test: 'tests/requests/team/outdated-forms.test.ts',
    feels: 'A second tab replaces what was saved in the first without a word.',
  },
  {
    ...service,
    code: '[...params.bases, sent].includes(stored)',
    change: 'params.bases.includes(stored)',
    test: 'tests/requests/team/outdated-forms.test.ts',
    feels: 'A press that is repeated is told that somebody else has saved.',
  },
  {
    ...service,
    code: 'contest.rounds.filter((round) => isOpen(round, now))',
    change: 'contest.rounds',
    feels: 'Who joins late gets points of shows that are over.',
  },
  {
    ...service,
    code: 'await replaceLineups(tx, teamId, [lineup], adjustedId)',
    change: 'await replaceLineups(tx, teamId, [lineup], receiptId)',
    test: receiptsTest,
    feels: 'The receipt of a line-up shows another order than the one that counts.',
  },
  {
    ...service,
    code: '  await updateTeamCount(tx, row.gameId)\n',
    change: '',
    feels: 'The number of teams stays 0.',
  },
  {
    ...service,
    code: "  await bumpVersion(tx, 'ranking')\n",
    change: '',
    feels: 'A new team, or its new name, does not show in the ranking.',
  },
  {
    ...lineups,
    code: "  if (!isOpen(round, now)) return { ok: false, problem: 'ROUND_PAST_DEADLINE' } as const\n",
    change: '',
    feels: 'A line-up changes while the show runs.',
  },
  {
    ...lineups,
    code: "    if (isFromOtherSeason(season, contest)) return { ok: false, problem: 'SEASON_CHANGED' }\n",
    change: '',
    test: 'tests/requests/game/form-of-other-season.test.ts',
    feels: 'A tab from last year changes this year’s line-up.',
  },
  {
    ...lineups,
    code: "    if (bases && isOwn && ![...bases, input.codes.join('.')].includes(stored.join('.')))\n      return { ok: false, problem: 'SAVED_MEANWHILE' }\n",
    change: '',
    test: 'tests/requests/team/outdated-forms.test.ts',
    feels: 'A second tab replaces the order that was saved in the first without a word.',
  },
  {
    ...lineups,
    code: 'if (bases && isOwn && ',
    change: 'if (bases && ',
    test: 'tests/requests/team/outdated-forms.test.ts',
    feels: 'Whoever changed the team is told that somebody else has set the line-up.',
  },
  {
    ...lineups,
    code: 'contest.rounds.filter((each) => each.deadlineAt >= round.deadlineAt)',
    change: 'contest.rounds',
    test: receiptsTest,
    feels: '‘For all later shows’ also changes shows before, which are over.',
  },
  {
    ...lineups,
    code: ' && isOrderOf(team.entryIds, entryIds)',
    change: '',
    feels: 'A line-up holds countries that are not in the team.',
  },
  {
    ...lineups,
    code: 'await replaceLineups(tx, team.id, lineups, receiptId)',
    change: 'await replaceLineups(tx, team.id, lineups)',
    test: receiptsTest,
    feels: 'A line-up that counts has no receipt.',
  },
  {
    file: 'app/services/teams/team-result.server.ts',
    test: 'tests/requests/api/api-scenarios.test.ts',
    code: "  if (isOpen(round, now)) return { ok: false, problem: 'ROUND_NOT_STARTED' } as const\n",
    change: '',
    feels: 'Others read a line-up before the deadline.',
  },
  {
    ...stored,
    code: "    .where('game_id', '=', gameId)\n    .where('manager_id', '=', managerId)",
    change: "    .where('game_id', '=', gameId)",
    feels: 'Everybody plays with, and changes, the same team.',
  },
  {
    ...stored,
    code: "    .where('game_id', '=', gameId)\n    .where('manager_id', '=', managerId)",
    change: "    .where('manager_id', '=', managerId)",
    feels: 'The first save of this year changes last year’s team, and there is none for this year.',
  },
  {
    ...stored,
    code: "set(toRow(team)).where('id', '=', teamId)",
    change: 'set(toRow(team))',
    feels: 'One save replaces the names and countries of every team.',
  },
  {
    ...stored,
    code: "    .where('team_name', '!=', '')\n",
    change: '',
    test: deletionTest,
    feels: 'The team of a deleted account still has a page.',
  },
  {
    ...storedLineups,
    code: ".select(lineupColumns).where('team_id', '=', teamId)",
    change: '.select(lineupColumns)',
    feels: 'A team’s page shows the line-ups of everybody.',
  },
  {
    ...storedLineups,
    code: "    .select(lineupColumns)\n    .where('team_id', '=', teamId)",
    change: '    .select(lineupColumns)',
    feels: 'Everybody sees, and is reminded by, the line-up of the first team.',
  },
  {
    ...storedLineups,
    code: "conflict.columns(['team_id', 'round_number']).doUpdateSet(row)",
    change: "conflict.columns(['team_id', 'round_number']).doNothing()",
    feels: 'A changed line-up is confirmed, and the old one counts.',
  },
  {
    ...receipts,
    code: "    .where('own.manager_id', '=', managerId)\n",
    change: '',
    feels: 'Receipts disappear because others save often.',
  },
  {
    ...receipts,
    code: "    .where('own.game_id', '=', gameId)\n",
    change: '',
    feels: 'Whoever saves often this year loses last year’s receipts.',
  },
  {
    ...receipts,
    code: '    .where(({ not }) => not(isInForce))\n',
    change: '',
    feels: 'The receipt of a line-up that counts is deleted because it is old.',
  },
  {
    ...receipts,
    code: "    .where('manager_id', '=', managerId)\n    .where('game_id', '=', gameId)",
    change: "    .where('game_id', '=', gameId)",
    feels: 'The list of saves shows the teams of others before the deadline.',
  },
  {
    ...receipts,
    code: "    .where('manager_id', '=', managerId)\n    .where('game_id', '=', gameId)",
    change: "    .where('manager_id', '=', managerId)",
    feels: 'Last year’s saves stand among this year’s.',
  },
  {
    ...receipts,
    code: "query.where('id', '<', before ?? 0)",
    change: "query.where('id', '<=', before ?? 0)",
    feels: 'Each page of saves begins with the last line of the one before.',
  },
  {
    ...receipts,
    code: "    .where('teams.manager_id', '=', managerId)\n",
    change: '',
    feels: 'Below one’s own team stands the receipt of another.',
  },
  {
    ...receipts,
    code: "    .where('lineups.team_id', '=', teamId)\n",
    change: '',
    feels: 'Below one’s own line-up stand the orders of others, before the deadline.',
  },
  {
    ...names,
    code: "    .where('id', 'in', teamIds)\n",
    change: '',
    feels: 'Each page of the ranking reads the names of all teams, and takes minutes.',
  },
  {
    ...names,
    code: 'span.last - span.first + 1 !== span.count',
    change: 'span.last - span.first + 1 < span.count',
    feels: 'After a deletion pages of teams repeat some and leave others out.',
  },
  {
    ...names,
    code: "    .select(['id as teamId', 'team_name as teamName'])\n    .where('game_id', '=', gameId)",
    change: "    .select(['id as teamId', 'team_name as teamName'])",
    feels: 'Before the first results the teams of last year stand among those of this one.',
  },
]

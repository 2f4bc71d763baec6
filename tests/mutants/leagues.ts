import type { Mutant } from './mutant.ts'

const leaguesTest = 'tests/services/leagues/leagues.test.ts'
const manageTest = 'tests/services/leagues/manage-league.test.ts'
const deletionTest = 'tests/services/accounts/account-deletion.test.ts'
const tablesTest = 'tests/services/scoreboard/league-tables.test.ts'
const boundsTest = 'tests/db/row-bounds.test.ts'

const service = { file: 'app/services/leagues/leagues.server.ts', test: leaguesTest }
const managing = { file: 'app/services/leagues/manage-league.server.ts', test: manageTest }
const stored = { file: 'db/leagues/leagues.server.ts', test: leaguesTest }
const memberships = { file: 'db/leagues/memberships.server.ts', test: leaguesTest }
const screens = { file: 'db/leagues/league-screens.server.ts', test: manageTest }
const events = { file: 'db/leagues/league-events.server.ts', test: manageTest }

/** Changes of leagues: who joins, who sees them, who may do what. */
export const leagues: readonly Mutant[] = [
  {
    ...service,
    code: 'return league && isSameSecret(league.inviteSecret, secret) ? league : undefined',
    change: 'return league',
    feels: 'Whoever guesses a number joins a league without its link.',
  },
  {
    ...service,
    code: 'knownBytes.length === candidateBytes.length && ',
    change: '',
    feels: 'A link that was cut off gives an error page.',
  },
  {
    ...service,
    code: "  if (await hasLeagueRemoval(db, { leagueId, teamId, inviteSecret })) return 'REMOVED_FROM_LEAGUE'\n",
    change: '',
    test: manageTest,
    feels: 'Who was removed is back by the same link.',
  },
  {
    ...service,
    code: "return (await hasMaxLeagues(db, game, teamId)) ? 'USER_MAX_LEAGUES_EXCEEDED' : null",
    change: 'return null',
    feels: 'A manager joins any number of leagues.',
  },
  {
    ...service,
    code: 'countLeaguesOfTeam(db, teamId)) >= leagueLimit',
    change: 'countLeaguesOfTeam(db, teamId)) > leagueLimit',
    feels: 'A manager is in 21 leagues.',
  },
  {
    ...service,
    code: '    if (existingId && (await findLeague(tx, existingId))) return { ok: true, value: { leagueId: existingId } }\n',
    change: '',
    feels: 'A press that is repeated after a lost answer makes a second league.',
  },
  {
    ...service,
    code: '    if (formKey) await insertSentForm(tx, { formKey, madeId: leagueId, now })\n',
    change: '',
    feels: 'Two presses on one form make two leagues.',
  },
  {
    ...service,
    code: "  await bumpVersion(tx, 'ranking')\n",
    change: '',
    feels: 'Who has just joined does not stand in the league’s table.',
  },
  {
    ...managing,
    code: 'context.isOwner ? change(context)',
    change: 'context.league ? change(context)',
    feels: 'Any member renames, empties or deletes the league.',
  },
  {
    ...managing,
    code: "    if (teamId === team.id) return { ok: false, problem: 'MEMBER_IS_SELF' }\n    if (!(await deleteMember",
    change: '    if (!(await deleteMember',
    feels: 'An owner removes themselves, and the league has nobody who can lead it.',
  },
  {
    ...managing,
    code: '    await replaceLeagueRemoval(tx, { leagueId: league.id, teamId, inviteSecret: league.inviteSecret, now })\n',
    change: '',
    feels: 'Who was removed joins again by the link in the chat.',
  },
  {
    ...managing,
    code: "  if (succession.kind === 'left') return { ok: true }\n",
    change: '  if (succession) return { ok: true }\n',
    feels: 'A league whose owner leaves has no owner.',
  },
  {
    ...managing,
    code: '  await deleteLeagueScreen(tx, league.id)\n  return logEvent',
    change: '  return logEvent',
    feels: 'The television of a former owner goes on showing the league.',
  },
  {
    ...managing,
    code: "teamId }))) return false\n  await bumpVersion(tx, 'ranking')",
    change: 'teamId }))) return false',
    feels: 'Who was removed stands in the table until something else changes.',
  },
  {
    ...stored,
    code: ".select(leagueColumns).where('id', '=', leagueId)",
    change: '.select(leagueColumns)',
    feels: 'Every link opens the same league.',
  },
  {
    ...stored,
    code: "selectLeaguesOfTeam(db, teamId).where('memberships.league_id', '=', leagueId)",
    change: 'selectLeaguesOfTeam(db, teamId)',
    test: deletionTest,
    feels: 'A press on one league’s page changes another of the same manager.',
  },
  {
    ...stored,
    code: "joined_at as joinedAt'])\n    .where('memberships.team_id', '=', teamId)",
    change: "joined_at as joinedAt'])",
    test: manageTest,
    feels: 'Whoever guesses a number sees a league and the names in it.',
  },
  {
    ...stored,
    code: "owner_id: change.ownerId })\n    .where('id', '=', leagueId)",
    change: 'owner_id: change.ownerId })',
    test: deletionTest,
    feels: 'Renaming one league renames all, and one owner owns them.',
  },
  {
    ...stored,
    code: "    .where('team_id', '=', teamId)\n",
    change: '',
    feels: 'Once twenty people have joined anything, nobody can make another league.',
  },
  {
    ...stored,
    code: "db.deleteFrom('leagues').where('id', '=', id)",
    change: "db.deleteFrom('leagues')",
    test: manageTest,
    feels: 'Deleting one league deletes all.',
  },
  {
    ...stored,
    code: '  await updateLeagueCount(db, gameId, -1)\n',
    change: '',
    test: manageTest,
    feels: 'Deleted leagues are still counted.',
  },
  {
    ...memberships,
    code: "    .deleteFrom('memberships')\n    .where('league_id', '=', leagueId)\n    .where('team_id', '=', teamId)",
    change: "    .deleteFrom('memberships')\n    .where('league_id', '=', leagueId)",
    test: manageTest,
    feels: 'When one member leaves, all are out.',
  },
  {
    ...memberships,
    code: "    .deleteFrom('memberships')\n    .where('league_id', '=', leagueId)\n    .where('team_id', '=', teamId)",
    change: "    .deleteFrom('memberships')\n    .where('team_id', '=', teamId)",
    feels: 'Whoever leaves one league leaves all.',
  },
  {
    ...memberships,
    code: "member_count: leagues('member_count', '+', change) }))\n    .where('id', '=', leagueId)",
    change: "member_count: leagues('member_count', '+', change) }))",
    feels: 'Every league counts who joins any.',
  },
  {
    ...memberships,
    code: "    .where('team_id', '=', teamId)\n    .where('league_id', '=', leagueId)\n    .orderBy('id', 'desc')",
    change: "    .where('league_id', '=', leagueId)\n    .orderBy('id', 'desc')",
    test: boundsTest,
    feels: 'One restless member makes the joins of all others be forgotten, and tables miss them.',
  },
  {
    ...memberships,
    code: "selectMembers(db, leagueId).where('memberships.team_id', '=', teamId)",
    change: 'selectMembers(db, leagueId)',
    feels: 'Whoever follows a link is told to be a member already.',
  },
  {
    ...memberships,
    code: "'manager_name as managerName',\n    ])\n    .where('memberships.league_id', '=', leagueId)",
    change: "'manager_name as managerName',\n    ])",
    feels: 'Before the first results a league shows the names of all leagues’ members.',
  },
  {
    ...memberships,
    code: "    .where('memberships.team_id', '!=', exceptTeamId)\n",
    change: '',
    test: manageTest,
    feels: 'An owner who leaves is succeeded by themselves.',
  },
  {
    ...memberships,
    code: "    .orderBy('memberships.joined_at')\n",
    change: '',
    test: manageTest,
    feels: 'A league goes to whoever joined the game first, not to its longest-standing member.',
  },
  {
    ...memberships,
    code: '.doUpdateSet({ invite_secret: inviteSecret, removed_at: now })',
    change: '.doNothing()',
    test: manageTest,
    feels: 'Who was removed a second time comes back by the link.',
  },
  {
    ...memberships,
    code: "    .where('invite_secret', '=', inviteSecret)\n",
    change: '',
    test: manageTest,
    feels: 'Who was removed cannot join by a new link either.',
  },
  {
    ...memberships,
    code: "    .where('team_id', '=', teamId)\n    .where('invite_secret', '=', inviteSecret)",
    change: "    .where('invite_secret', '=', inviteSecret)",
    test: manageTest,
    feels: 'After one removal nobody can join any more.',
  },
  {
    ...memberships,
    code: "    .where('league_id', '=', leagueId)\n    .where('id', '>', after)",
    change: "    .where('id', '>', after)",
    test: tablesTest,
    feels: 'Who joins one league stands in the tables of all.',
  },
  {
    ...memberships,
    code: "    .where('league_id', '=', leagueId)\n    .where('team_id', '>', after)",
    change: "    .where('team_id', '>', after)",
    test: tablesTest,
    feels: 'Every league’s table shows the members of all.',
  },
  {
    file: 'app/services/scoreboard/league-tables.server.ts',
    test: tablesTest,
    code: ' || changes.length === maxChanges',
    change: '',
    feels: 'After a busy night a league’s table misses members.',
  },
  {
    ...events,
    code: "    .select('id')\n    .where('league_id', '=', event.leagueId)",
    change: "    .select('id')",
    test: boundsTest,
    feels: 'A busy league empties the logs of all others.',
  },
  {
    ...events,
    code: "    .where('league_id', '=', leagueId)\n    .orderBy('league_events.id', 'desc')",
    change: "    .orderBy('league_events.id', 'desc')",
    feels: 'A league’s log tells what happens in all leagues, with names.',
  },
  {
    ...screens,
    code: "    .where('secret', '=', secret)\n",
    change: '',
    feels: 'Any address of a screen shows the table of some league.',
  },
  {
    ...screens,
    code: "shows_invite: toFlag(showsInvite) })\n    .where('league_id', '=', leagueId)",
    change: 'shows_invite: toFlag(showsInvite) })',
    feels: 'One owner’s press shows the invites of all leagues on their televisions.',
  },
  {
    ...screens,
    code: "db.deleteFrom('league_screens').where('league_id', '=', leagueId)",
    change: "db.deleteFrom('league_screens')",
    feels: 'One owner takes the screens of all leagues back.',
  },
  {
    file: 'app/services/leagues/leagues.server.ts',
    test: 'tests/services/leagues/leagues.test.ts',
    code: "    if (game?.id !== league.gameId) return { ok: false, problem: 'INVALID_INVITE' }\n",
    change: "    if (!game) return { ok: false, problem: 'INVALID_INVITE' }\n",
    feels: "An old season's league is joined.",
  },
]

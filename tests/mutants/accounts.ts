import type { Mutant } from './mutant.ts'

const deletionTest = 'tests/services/accounts/account-deletion.test.ts'
const sessionsTest = 'tests/db/accounts/sessions.test.ts'
const choicesTest = 'tests/db/accounts/results-choices.test.ts'
const boundsTest = 'tests/db/row-bounds.test.ts'

const stored = { file: 'db/accounts/accounts.server.ts', test: deletionTest }
const deletion = { file: 'app/services/accounts/account-deletion.server.ts', test: deletionTest }
const copied = { file: 'db/accounts/account-export.server.ts', test: deletionTest }
const managers = { file: 'db/accounts/managers.server.ts', test: sessionsTest }
const choices = { file: 'db/accounts/results-choices.server.ts', test: choicesTest }
const sessions = { file: 'db/accounts/sessions.server.ts', test: sessionsTest }
const attempts = { file: 'db/accounts/sign-in-attempts.server.ts', test: sessionsTest }

/** Changes of accounts: deletion, download, sessions, choices. */
export const accounts: readonly Mutant[] = [
  // Deletion.
  {
    ...stored,
    code: "    .where('manager_id', '=', managerId)\n",
    change: '',
    feels: 'Whoever deletes their account deletes the teams of all.',
  },
  {
    ...stored,
    code: '      created_at: 0,\n      updated_at: 0,\n',
    change: '',
    feels: 'The times of a deleted person’s saves stay.',
  },
  {
    ...stored,
    code: '.set({ saved_at: 0, receipt_id: null })',
    change: '.set({ receipt_id: null })',
    feels: 'The times at which a deleted person saved line-ups stay.',
  },
  {
    ...stored,
    code: "  await tx.deleteFrom('league_removals').where('team_id', '=', teamId).execute()\n",
    change: '',
    feels: 'That and when a deleted person was removed from a league stays.',
  },
  {
    ...stored,
    code: "      team_name: '',\n",
    change: '',
    feels: 'The name of a deleted person’s team stays in the ranking.',
  },
  {
    ...stored,
    code: "    })\n    .where('id', '=', teamId)",
    change: '    })',
    feels: 'One deletion takes the names of all teams.',
  },
  {
    ...stored,
    code: "saved_at: 0, receipt_id: null })\n    .where('team_id', '=', teamId)",
    change: 'saved_at: 0, receipt_id: null })',
    feels: 'One deletion takes the times and receipts of everybody’s line-ups.',
  },
  {
    ...stored,
    code: "deleteFrom('league_removals').where('team_id', '=', teamId)",
    change: "deleteFrom('league_removals')",
    feels: 'After one deletion everybody who was removed from a league can join it again.',
  },
  {
    ...stored,
    code: "set({ actor_id: null }).where('actor_id', '=', teamId)",
    change: 'set({ actor_id: null })',
    feels: 'After one deletion no league’s log says who did what.',
  },
  {
    ...stored,
    code: "deleteFrom('teams').where('id', '=', id)",
    change: "deleteFrom('teams')",
    feels: 'One deletion deletes every team.',
  },
  {
    ...stored,
    code: '  await updateTeamCount(tx, gameId, -1)\n',
    change: '',
    feels: 'Deleted teams are still counted, and pages of teams have gaps.',
  },
  {
    ...deletion,
    code: '(isRankingPlacePreserved(team, now) ? anonymiseTeam(tx, team.id) : deleteTeam(tx, team))',
    change: 'deleteTeam(tx, team)',
    feels: 'A deletion after the first show changes the ranks of others.',
  },
  {
    ...deletion,
    code: '    if (formKey) await insertSentForm(tx, { formKey, madeId: 0, now })\n',
    change: '',
    feels: 'Whoever presses twice is told that the deletion failed.',
  },
  {
    ...deletion,
    code: "    for (const topic of ['game', 'ranking'] as const) await bumpVersion(tx, topic)\n",
    change: '',
    feels: 'Cached pages go on naming a deleted person.',
  },
  {
    file: 'app/services/leagues/manage-league.server.ts',
    test: deletionTest,
    code: "  await logEvent(context, { kind: 'left' })\n",
    change: '',
    feels: 'Members see no line about who left.',
  },
  {
    file: 'db/sqlite/engine.server.ts',
    test: 'tests/db/sqlite/erasure.test.ts',
    code: '    await sql`pragma secure_delete = on`.execute(connection)\n',
    change: '',
    feels: 'A deleted name can still be read in the file.',
  },
  // The download.
  {
    ...copied,
    code: "'is_admin as isAdmin'])\n    .where('manager_id', '=', managerId)",
    change: "'is_admin as isAdmin'])",
    feels: 'The download tells when everybody else signed in.',
  },
  {
    ...copied,
    code: "        .where(column, '=', teamId)\n",
    change: '',
    feels: 'The download has the log of every league.',
  },
  {
    ...copied,
    code: "    .where('uploaded_by', '=', managerId)\n",
    change: '',
    feels: 'The download lists what other admins uploaded.',
  },
  {
    ...copied,
    code: "'sent_at as sentAt',\n    ])\n    .where('manager_id', '=', managerId)",
    change: "'sent_at as sentAt',\n    ])",
    feels: 'The download lists the mails of everybody.',
  },
  {
    ...copied,
    code: "    .where('published_by', '=', managerId)\n",
    change: '',
    feels: 'A player’s download says that they published results.',
  },
  {
    ...copied,
    code: "    .where('team_id', '=', teamId)\n",
    change: '',
    feels: 'The download tells of removals of others.',
  },
  // Managers and their choices.
  {
    ...managers,
    code: "    .where('issuer', '=', issuer)\n",
    change: '',
    feels: 'Two persons with the same number at two providers share an account.',
  },
  {
    ...managers,
    code: "    .where('subject', '=', subject)\n",
    change: '',
    feels: 'Everybody who signs in gets the first account.',
  },
  {
    ...managers,
    code: "    .where('id', '=', managerId)\n",
    change: '',
    test: deletionTest,
    feels: 'The download begins with the identity of somebody else, and a deleted account seems to exist.',
  },
  {
    ...choices,
    code: "    .select(choiceColumns)\n    .where('id', '=', managerId)",
    change: '    .select(choiceColumns)',
    feels: 'Whether results are hidden follows the choice of somebody else.',
  },
  {
    ...choices,
    code: "revealed_round: revealed.roundNumber,\n    })\n    .where('id', '=', managerId)",
    change: 'revealed_round: revealed.roundNumber,\n    })',
    feels: 'One visitor’s choice shows the results to everybody who hides them.',
  },
  // Sessions.
  {
    ...sessions,
    code: "deleteFrom('sessions').where('last_seen_at', '<', forgetBefore)",
    change: "deleteFrom('sessions')",
    feels: 'Each sign-in signs everybody else out.',
  },
  {
    ...sessions,
    code: "    .where('manager_id', '=', session.manager_id)\n",
    change: '',
    test: boundsTest,
    feels: 'The hundred and first visitor signs the first one out.',
  },
  {
    ...sessions,
    code: "    .where('id_hash', 'in', padList(idHashes))\n",
    change: '',
    test: 'tests/db/accounts/session-uses.test.ts',
    feels: 'A forgotten session stays open as long as anybody plays.',
  },
  {
    ...sessions,
    code: "set(change).where('id_hash', '=', idHash)",
    change: 'set(change)',
    feels: 'When an admin’s session is renewed, everybody is an admin.',
  },
  {
    ...sessions,
    code: "deleteFrom('sessions').where('id_hash', '=', idHash)",
    change: "deleteFrom('sessions')",
    feels: 'Signing out signs everybody out.',
  },
  {
    ...sessions,
    code: ".where('issuer', '=', filter.issuer)",
    change: ".where('issuer', 'is not', null)",
    feels: 'One provider ends the sessions of another.',
  },
  {
    ...sessions,
    code: "managers = managers.where('subject', '=', filter.subject)",
    change: "managers = managers.where('subject', 'is not', null)",
    feels: 'When one person signs out at the provider, everybody is signed out.',
  },
  {
    ...sessions,
    code: "set({ renewal_lease_until: until })\n    .where('id_hash', '=', idHash)",
    change: 'set({ renewal_lease_until: until })',
    feels: 'While one session is renewed none of the others is.',
  },
  {
    ...sessions,
    code: "    .where('renewal_lease_until', '<=', now)\n",
    change: '',
    feels: 'Two tabs renew the session at once, and a provider that rotates tokens ends it.',
  },
  {
    ...sessions,
    code: "conflict.column('token_hash').doNothing()",
    change: "conflict.column('token_hash').doUpdateSet({ expires_at: token.expiresAt })",
    feels: 'A logout token that somebody caught ends the next session as well.',
  },
  {
    ...attempts,
    code: "    .where('created_at', '>=', since)\n",
    change: '',
    feels: 'A way back from the provider signs in twice.',
  },
  {
    ...attempts,
    code: ".set({ created_at: since - 1 })\n    .where('state_hash', '=', stateHash)",
    change: '.set({ created_at: since - 1 })',
    feels: 'When one person has signed in, nobody else who has begun to can.',
  },
  {
    ...attempts,
    code: ".select('redirect_to')\n    .where('state_hash', '=', stateHash)",
    change: ".select('redirect_to')",
    feels: 'After signing in one lands on the page that somebody else wanted.',
  },
]

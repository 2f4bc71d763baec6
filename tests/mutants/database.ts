import type { Mutant } from './mutant.ts'

const clock = { file: 'db/clock.server.ts', test: 'tests/db/clock.test.ts' }
const sentForms = { file: 'db/sent-forms.server.ts', test: 'tests/services/leagues/leagues.test.ts' }
const bounds = { file: 'db/row-bounds.server.ts', test: 'tests/db/row-bounds.test.ts' }
const articles = { file: 'db/news/articles.server.ts', test: 'tests/services/news/articles.test.ts' }
const zone = { file: 'db/mail/mail-addresses.server.ts', test: 'tests/db/mail/time-zone.test.ts' }
const choices = {
  file: 'db/accounts/results-choices.server.ts',
  test: 'tests/db/accounts/results-choices.test.ts',
}

/** Changes of queries: whose rows they read and write. */
export const database: readonly Mutant[] = [
  {
    ...zone,
    code: ".set({ time_zone: timeZone })\n    .where('manager_id', '=', managerId)",
    change: '.set({ time_zone: timeZone })',
    feels: "One visitor's time zone becomes everybody's.",
  },
  {
    ...zone,
    code: '  if (others.length === 0) return\n',
    change: '',
    feels: 'Each visit writes, and waits for the saves of others.',
  },
  {
    ...choices,
    code: "is('revealed_round', '<', roundNumber)",
    change: "is('revealed_round', '!=', roundNumber)",
    feels: 'Revealing an earlier round hides the later one again.',
  },
  {
    ...choices,
    code: "is('revealed_year', '!=', year), ",
    change: '',
    feels: 'Last year’s reveal keeps this year’s rounds hidden.',
  },
  {
    ...choices,
    code: ".set({ revealed_year: year, revealed_round: roundNumber })\n    .where('id', '=', managerId)",
    change: '.set({ revealed_year: year, revealed_round: roundNumber })',
    feels: "One visitor's reveal shows the points to everybody who hides them.",
  },
  {
    file: 'db/versions.server.ts',
    test: 'tests/services/scoreboard/publish.test.ts',
    code: "    .where('topic', '=', topic)\n",
    change: '',
    feels: 'Each press at the desk empties the whole cache, and pages are slow on the evening.',
  },
  {
    ...clock,
    code: 'latest - now > maxHeldMs ? now : Math.max(latest, now)',
    change: 'now',
    feels: 'A clock that is set back opens a show that was closed.',
  },
  {
    ...clock,
    code: 'latest - now > maxHeldMs ? now : Math.max(latest, now)',
    change: 'Math.max(latest, now)',
    feels: 'A clock that was a year ahead keeps the game closed for a year.',
  },
  {
    ...clock,
    code: 'async (db) => holdBack(await readSystemClock(db))',
    change: 'readSystemClock',
    feels: 'On a server whose clock is set back, line-ups of a closed show change again.',
  },
  {
    ...sentForms,
    code: "    .where('form_key', '=', formKey)\n",
    change: '',
    feels: 'Whoever makes a league is led to that of somebody else, and gets none.',
  },
  {
    ...sentForms,
    code: "    .where('sent_at', '<', now - RETENTION_MS)\n",
    change: '',
    feels: 'A press that is repeated makes a second league, when anybody else has pressed meanwhile.',
  },
  {
    ...bounds,
    code: '(rows[0]?.n ?? 0) - maxRows',
    change: '(rows[0]?.n ?? 0) - 10 * maxRows',
    feels: 'A flood of sign-ins that nobody ends fills the disk.',
  },
  {
    ...articles,
    code: "    .where('id', '=', id)\n    .$if(seenAt",
    change: '    .$if(seenAt',
    feels: 'Editing one article replaces all.',
  },
  {
    ...articles,
    code: "    .$if(seenAt !== null, (query) => query.where('updated_at', '=', seenAt))\n",
    change: '',
    feels: 'The later of two editors overwrites the article of the first unseen.',
  },
  {
    ...articles,
    code: ".else(row('updated_at', '+', 1))",
    change: '.else(now)',
    feels: 'After a clock that was set back two versions of an article count as one, and one is lost.',
  },
  {
    ...articles,
    code: "db.deleteFrom('articles').where('id', '=', id)",
    change: "db.deleteFrom('articles')",
    feels: 'Deleting one article deletes all.',
  },
  {
    ...articles,
    code: "    .where('publish_date', '<=', today)\n    .orderBy",
    change: '    .orderBy',
    feels: 'News are out before their day.',
  },
]

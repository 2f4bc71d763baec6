import type { Mutant } from './mutant.ts'

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
]

import type { Mutant } from './mutant.ts'

/** Changes of the rules, as far as they are seen outside of app/game. */
export const rules: readonly Mutant[] = [
  {
    file: 'app/game/scoring/best-six.ts',
    code: 'earns: entry.points * (shares[place] ?? 0)',
    change: 'earns: entry.points / (shares[place] ?? 0)',
    test: 'tests/game/scoring/best-six.test.ts',
    feels: "'Best six' is not the best",
  },
]

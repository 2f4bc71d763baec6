import type { MeasurePart } from './part.ts'

/** Every part by the name it is asked for. Imported only when it runs: see scripts/bench.ts. */
const parts = new Map<string, () => Promise<{ measurePart: MeasurePart }>>([
  ['rankings', () => import('./rankings.ts')],
  ['public-pages', () => import('./public-pages.ts')],
  ['api', () => import('./api.ts')],
  ['first-visit', () => import('./first-visit.ts')],
])

export const usage = `Usage: npm run bench [-- part …] [--teams 10000,100000]

Parts: ${[...parts.keys()].join(', ')}. Without a name all of them run.
--teams: how many teams the compared stores hold, in hundreds, 100 to 2000000. Default: 10000,100000,1000000.`

interface Settings {
  parts: (() => Promise<{ measurePart: MeasurePart }>)[]
  /** Ascending. */
  teamCounts: number[]
}

/** What was typed behind `npm run bench --`, or one sentence about what was not understood. */
export function readSettings(words: readonly string[]): Settings | string {
  const names: string[] = []
  let teamCounts = [10_000, 100_000, 1_000_000]
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? ''
    if (word === '--teams') {
      at += 1
      teamCounts = (words[at] ?? '').split(',').map(Number)
    } else if (word !== '--') names.push(word)
  }
  const unknown = names.find((name) => !parts.has(name))
  if (unknown !== undefined) return `There is no part '${unknown}'.`
  if (!teamCounts.every(isTeamCount))
    return '--teams is followed by multiples of 100 with commas between them.'
  const chosen = [...parts].filter(([name]) => names.length === 0 || names.includes(name))
  return { parts: chosen.map(([, load]) => load), teamCounts: teamCounts.sort((a, b) => a - b) }
}

function isTeamCount(count: number): boolean {
  return count % 100 === 0 && count >= 100 && count <= 2_000_000
}

import type { Bench, MeasurePart } from './part.ts'
import { loadNames } from './rush/loads.ts'

/** Every part by its name, which is also its mark in docs/performance.md. Imported only when it runs: see scripts/bench.ts. */
const parts = new Map<string, () => Promise<{ measurePart: MeasurePart }>>([
  ['rankings', () => import('./rankings.ts')],
  ['public-pages', () => import('./public-pages.ts')],
  ['api', () => import('./api.ts')],
  ['connections', () => import('./connections.ts')],
  ['first-visit', () => import('./first-visit.ts')],
  ['rush', () => import('./rush.ts')],
  ['publish', () => import('./publish.ts')],
  ['live', () => import('./live.ts')],
  ['postgres', () => import('./postgres.ts')],
  ['high-water', () => import('./high-water.ts')],
  ['memory', () => import('./memory.ts')],
])

/** Takes an hour, so it runs only on request. */
const onlyByName = ['memory']

export const usage = `Usage: npm run bench [-- part …] [--teams 10000,100000] [--load rush,tenfold] [--seconds 20] [--minutes 60] [--write]

Parts: ${[...parts.keys()].join(', ')}. Without a name all but ${onlyByName} run.
--teams: how many teams the compared databases have, in hundreds, 100 to 2000000. Default: 10000,100000,1000000.
--load: the loads of the rush: ${loadNames.join(', ')}. Default: all.
--seconds: how long each load of rush and publish lasts, 2 to 300. Default: 20.
--minutes: how long memory is sampled, 1 to 75. Default: 60.
--write: also writes the figures to docs/performance.md.`

interface Settings extends Pick<Bench, 'loads' | 'seconds' | 'minutes'> {
  parts: { name: string; load: () => Promise<{ measurePart: MeasurePart }> }[]
  /** Ascending. */
  teamCounts: number[]
  /** Whether the figures are written to docs/performance.md. */
  isWriting: boolean
}

/** Parses the arguments of `npm run bench`; a usage error as a sentence. */
export function readSettings(args: readonly string[]): Settings | string {
  const names: string[] = []
  const options = new Map([
    ['--teams', '10000,100000,1000000'],
    ['--load', loadNames.join(',')],
    ['--seconds', '20'],
    ['--minutes', '60'],
  ])
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? ''
    if (options.has(arg)) {
      at += 1
      options.set(arg, args[at] ?? '')
    } else if (arg !== '--' && arg !== '--write') names.push(arg)
  }
  const unknown = names.find((name) => !parts.has(name))
  if (unknown !== undefined) return `There is no part '${unknown}'.`
  const teamCounts = (options.get('--teams') ?? '').split(',').map(Number)
  if (!teamCounts.every(isTeamCount))
    return '--teams is followed by multiples of 100 with commas between them.'
  const requested = (options.get('--load') ?? '').split(',')
  const loads = loadNames.filter((name) => requested.includes(name))
  if (loads.length !== requested.length) return `--load is followed by some of ${loadNames.join(', ')}.`
  const seconds = Number(options.get('--seconds'))
  if (!(seconds >= 2 && seconds <= 300)) return '--seconds is followed by a number from 2 to 300.'
  const minutes = Number(options.get('--minutes'))
  if (!(minutes >= 1 && minutes <= 75)) return '--minutes is followed by a number from 1 to 75.'
  const isChosen = (name: string) => (names.length === 0 ? !onlyByName.includes(name) : names.includes(name))
  const chosen = [...parts].filter(([name]) => isChosen(name))
  return {
    parts: chosen.map(([name, load]) => ({ name, load })),
    teamCounts: teamCounts.sort((a, b) => a - b),
    loads,
    seconds,
    minutes,
    isWriting: args.includes('--write'),
  }
}

function isTeamCount(count: number): boolean {
  return count % 100 === 0 && count >= 100 && count <= 2_000_000
}

import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { LoadLog, Plan, Saver } from '../../load/plan.ts'
import { type Load, startGenerator, startLoad } from '../../load/run.ts'

/** How long a load that is stopped earlier would last, in seconds. */
export const untilStopped = 600

/** Where a load comes from and goes to. */
export interface LoadSource {
  children: ChildProcess[]
  /** For its log. */
  folder: string
  /** Of the game. */
  port: number
  /** At least `askers` (night-report.ts), to have one session for each. */
  savers: readonly Saver[]
  /** The round that is open. */
  roundNumber: number
}

export interface LoadOptions extends Pick<Plan, 'perSecond' | 'blockSeconds'> {
  /** Where it goes, if not to the game. */
  port?: number
}

/** The log of a load that lasts so many seconds. */
export async function runLoad(source: LoadSource, load: LoadOptions, seconds: number): Promise<LoadLog> {
  return (await beginLoad(source, load, seconds)).ended
}

/** Begins a load in a process of its own; `seconds` count from half a second later. */
export async function beginLoad(
  { children, folder, port: gamePort, savers, roundNumber }: LoadSource,
  { port = gamePort, ...load }: LoadOptions,
  seconds: number,
): Promise<Load> {
  const logFile = join(folder, `load-${randomUUID()}.json`)
  const generator = await startGenerator(children)
  const startAt = Date.now() + 500
  const plan = { ports: [port], startAt, seconds, seed: 6, ...load, roundNumber, logFile }
  return startLoad(generator, { ...plan, savers: [...savers] })
}

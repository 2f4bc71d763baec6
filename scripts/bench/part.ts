import type { LoadName } from './rush/loads.ts'
import type { Workspace } from './workspace.ts'

/** The input of a part of the benchmark. */
export interface Bench {
  workspace: Workspace
  /** The database sizes to compare, in teams, ascending. */
  teamCounts: readonly number[]
  /** The loads of the rush, for the part that runs it. */
  loads: readonly LoadName[]
  /** How long each load lasts. */
  seconds: number
  /** How long memory is sampled. */
  minutes: number
  /** Logs progress; results are returned instead. */
  logProgress: (line: string) => void
}

/** The result of a part: its tables, and a sentence for each missed target. */
export interface Report {
  markdown: string
  broken: string[]
}

export type MeasurePart = (bench: Bench) => Promise<Report>

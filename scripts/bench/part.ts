import type { LoadName } from './rush/loads.ts'
import type { Workspace } from './workspace.ts'

/** What a part of the benchmark is given. */
export interface Bench {
  workspace: Workspace
  /** How many teams the compared stores hold, ascending. */
  teamCounts: readonly number[]
  /** How much of a rush is made, of the part that makes one. */
  loads: readonly LoadName[]
  /** How long each load lasts. */
  seconds: number
  /** How long memory is watched. */
  minutes: number
  /** Tells how far it is; results are never told here. */
  say: (line: string) => void
}

/** What a part found: its tables, and one sentence for each promise that was not kept. */
export interface Report {
  markdown: string
  broken: string[]
}

export type MeasurePart = (bench: Bench) => Promise<Report>

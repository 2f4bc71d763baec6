import { computeScoreboard, type Scoreboard, type ScoreboardInput } from '#app/game/scoreboard/compute.ts'
import { countHolders, type HoldersInput } from '#app/game/scoreboard/holders.ts'
import { rankMembers } from '#app/game/scoreboard/standings.ts'
import { moveResult } from '#app/services/workers/move-result.ts'

/** Work without a database: a thread that loads no code for one starts in a third of the time. */
export type ComputeTask =
  | { kind: 'scoreboard'; input: ScoreboardInput }
  | { kind: 'league'; rounds: Scoreboard['rounds']; members: Int32Array }
  | { kind: 'holders'; input: HoldersInput }

/** The entry of the thread that computes large scoreboards and league tables. */
export default function runComputeTask(task: ComputeTask): unknown {
  return moveResult(compute(task))
}

function compute(task: ComputeTask): object {
  if (task.kind === 'scoreboard') return computeScoreboard(task.input)
  return task.kind === 'league' ? rankMembers(task, task.members) : countHolders(task.input)
}

import { computeScoreboard, type Scoreboard, type ScoreboardInput } from '#app/game/scoreboard/compute.ts'
import { createWorkspace } from '#app/game/scoreboard/radix-sort.ts'
import { rankMembers } from '#app/game/scoreboard/standings.ts'
import { moveResult } from '#app/services/workers/move-result.ts'

/** Work without a database: a thread that loads no code for one starts in a third of the time. */
export type ComputeTask =
  | { kind: 'scoreboard'; input: ScoreboardInput }
  | { kind: 'league'; rounds: Scoreboard['rounds']; members: Int32Array }

/** Reused by the next task: 20 MB for a million teams. */
let workspace = createWorkspace(0)

/** The entry of the thread that computes large scoreboards and league tables. */
export default function runComputeTask(task: ComputeTask): unknown {
  const count = task.kind === 'scoreboard' ? task.input.teamCount : task.members.length
  if (workspace.totals.length < count) workspace = createWorkspace(count)
  return moveResult(
    task.kind === 'scoreboard'
      ? computeScoreboard(task.input, workspace)
      : rankMembers(task, task.members, workspace),
  )
}

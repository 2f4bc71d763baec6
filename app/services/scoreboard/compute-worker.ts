import { computeScoreboard, type Scoreboard, type ScoreboardInput } from '#app/game/scoreboard/compute.ts'
import { countHolders, type HoldersInput } from '#app/game/scoreboard/holders.ts'
import { rankMembers } from '#app/game/scoreboard/standings.ts'
import { listTopTotals, type TopTotalsInput } from '#app/game/scoreboard/top-totals.ts'
import { findPlaceAmong, rankTotals } from '#app/game/scoreboard/what-if.ts'
import { moveResult } from '#app/services/workers/move-result.ts'

/** Work without a database: a thread that loads no code for one starts in a third of the time. */
export type ComputeTask =
  | { kind: 'scoreboard'; input: ScoreboardInput }
  | { kind: 'league'; rounds: Scoreboard['rounds']; members: Int32Array }
  | { kind: 'holders'; input: HoldersInput }
  | { kind: 'top'; input: TopTotalsInput }
  | { kind: 'totals'; rounds: Scoreboard['rounds']; teamCount: number }
  | { kind: 'place'; rounds: Scoreboard['rounds']; members: Int32Array; team: number }

/** The entry of the thread that computes large scoreboards and league tables. */
export default function runComputeTask(task: ComputeTask): unknown {
  return moveResult(compute(task))
}

function compute(task: ComputeTask): object {
  switch (task.kind) {
    case 'scoreboard':
      return computeScoreboard(task.input)
    case 'league':
      return rankMembers(task, task.members)
    case 'holders':
      return countHolders(task.input)
    case 'top':
      return listTopTotals(task.input)
    case 'totals':
      return rankTotals(task.rounds, task.teamCount)
    case 'place':
      return findPlaceAmong(task.rounds, task.members, task.team)
  }
}

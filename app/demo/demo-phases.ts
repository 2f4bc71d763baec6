/**
 * A point in the 2025 season that the demo's clock can jump to (F3). `jumpAt`: game time after the jump; `beginsAt`: when the phase
 * begins, in epoch ms: a show's start, or the end of the game.
 */
function createPhase(name: string, jumpAt: string, beginsAt: number) {
  return { name, jumpAt: Date.parse(jumpAt), beginsAt }
}

/** The five phases of F3 in order. */
export const demoPhases = [
  createPhase('Before the first semi-final', '2025-05-10T12:00:00Z', Number.NEGATIVE_INFINITY),
  createPhase('Between the semi-finals', '2025-05-14T12:00:00Z', Date.parse('2025-05-13T19:00:00Z')),
  createPhase('Before the final', '2025-05-17T12:00:00Z', Date.parse('2025-05-15T19:00:00Z')),
  createPhase('After the final', '2025-05-17T23:30:00Z', Date.parse('2025-05-17T19:00:00Z')),
  createPhase('After the end', '2025-05-18T08:00:00Z', Date.parse('2025-05-18T07:00:00Z')),
]

/** The phase that game time `now` (epoch ms) falls into. */
export function findDemoPhase(now: number) {
  return demoPhases.filter((each) => each.beginsAt <= now).at(-1)
}

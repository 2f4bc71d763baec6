import { expect, test } from 'vitest'
import { demoPhases, findDemoPhase } from '#app/demo/demo-phases.ts'

test('each jump lands in its own phase', () => {
  expect(demoPhases).toHaveLength(5)
  for (const phase of demoPhases) expect(findDemoPhase(phase.jumpAt)).toBe(phase)
})

test.each([
  ['2024-01-01T00:00:00Z', 'Before the first semi-final'],
  ['2025-05-13T18:59:59.999Z', 'Before the first semi-final'],
  ['2025-05-13T19:00:00Z', 'Between the semi-finals'],
  ['2025-05-15T19:00:00Z', 'Before the final'],
  ['2025-05-17T19:00:00Z', 'After the final'],
  ['2025-05-18T07:00:00Z', 'After the end'],
  ['2030-01-01T00:00:00Z', 'After the end'],
])('%s lies in the phase %j', (instant, name) => {
  expect(findDemoPhase(Date.parse(instant))?.name).toBe(name)
})

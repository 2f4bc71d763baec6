import { describe, expect, test } from 'vitest'
import { findRehearsalStep, type RehearsedEntry } from '#app/demo/rehearsal.ts'
import { findBundledSeason } from '#app/services/seasons/seasons.server.ts'

/** Plays a show of 2025 from its start, and tells each step in short. */
function play(kind: 'semi-final' | 'final', roundNumber: number) {
  const season = findBundledSeason(2025)
  if (!season) throw new Error('There is no season 2025')
  const singing = season.entries.filter((entry) =>
    kind === 'final' ? entry.finalRunningOrder !== null : entry.semiFinal === roundNumber,
  )
  let entries: RehearsedEntry[] = singing.map((entry, index) => ({
    ...entry,
    entryId: index + 1,
    runningOrder: kind === 'final' ? entry.finalRunningOrder : entry.semiRunningOrder,
    points: null,
  }))
  const codeOf = (entryId: number) => singing[entryId - 1]?.code
  const told: string[] = []
  let songsBegun = 0
  for (let press = 0; press < 100; press += 1) {
    const step = findRehearsalStep({ kind, songsBegun }, entries)
    if (step.kind === 'official') break
    if (step.kind === 'songs') {
      told.push(`songs ${step.from} to ${step.to}`)
      songsBegun = step.to
      continue
    }
    const [first] = step.changes
    told.push(
      step.changes.length > 1
        ? `${step.changes.length} countries`
        : `${codeOf(first?.entryId ?? 0)} ${first?.to}`,
    )
    entries = entries.map((entry) => {
      const change = step.changes.find(({ entryId }) => entryId === entry.entryId)
      return change ? { ...entry, points: change.to } : entry
    })
  }
  return { told, points: Object.fromEntries(entries.map(({ entryId, points }) => [codeOf(entryId), points])) }
}

describe('a rehearsal', () => {
  test('of a semi-final plays the songs, then its ten qualifiers one by one', () => {
    const { told, points } = play('semi-final', 1)
    expect(told.slice(0, 3)).toEqual(['songs 0 to 5', 'songs 5 to 10', 'songs 10 to 15'])
    expect(told.slice(3)).toHaveLength(10)
    const through = Object.keys(points).filter((code) => points[code] === 50)
    expect(through.sort()).toEqual(['AL', 'EE', 'IS', 'NL', 'NO', 'PL', 'PT', 'SE', 'SM', 'UA'])
  })

  test('of the final plays the songs, the juries, then the viewers from the juries’ last place up', () => {
    const { told, points } = play('final', 3)
    expect(told.slice(0, 7)).toEqual([
      'songs 0 to 5',
      'songs 5 to 10',
      'songs 10 to 15',
      'songs 15 to 20',
      'songs 20 to 25',
      'songs 25 to 26',
      '26 countries',
    ])
    expect(told.at(-1), 'the juries’ winner comes last').toBe('AT 436')
    expect(points).toMatchObject({ AT: 436, IL: 357, EE: 356, SM: 27 })
    const sum = Object.values(points).reduce<number>((total, each) => total + Number(each), 0)
    expect(sum).toBe(4350)
  })
})

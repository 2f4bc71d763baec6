import { afterAll, expect, test } from 'vitest'
import {
  expectReads,
  expectRecovery,
  expectRefusals,
  fillDisk,
  startServerOn,
} from '#tests/faults/support/disk-full.ts'
import { makeFolder } from '#tests/faults/support/game.ts'
import { killDuringSaves } from '#tests/faults/support/kill-during-saves.ts'
import { mountSmallDisk } from '#tests/faults/support/small-disk.ts'

/** A sample of `npm run test:faults`: the two most expensive faults. */
const { file, remove } = makeFolder()
const disk = mountSmallDisk(24 * 1024 * 1024)
if (typeof disk === 'string') console.warn(`Full disks are not tried: ${disk}`)
afterAll(() => {
  remove()
  if (typeof disk !== 'string') disk.remove()
})

test('a server killed during saves has stored every acknowledged save completely', async () => {
  const { broken, acknowledged } = await killDuringSaves(file, { kills: 2, every: 40 })
  expect(broken).toEqual([])
  expect(acknowledged).toBeGreaterThan(80)
}, 60_000)

test.skipIf(typeof disk === 'string')(
  'a full disk refuses saves in words, serves reads, and is forgotten when there is room',
  async () => {
    if (typeof disk === 'string') throw new Error(disk)
    const game = await startServerOn(disk)
    const { reply } = await fillDisk(disk, game)
    await expectRefusals(game, reply)
    await expectReads(game)
    expect((await expectRecovery(disk, game)).broken).toEqual([])
  },
  60_000,
)

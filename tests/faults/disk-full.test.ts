import { afterAll, expect, test } from 'vitest'
import { startServer } from '#tests/support/server.ts'
import { expectReads, expectRecovery, expectRefusals, fillDisk, startServerOn } from './support/disk-full.ts'
import { report } from './support/game.ts'
import { mountSmallDisk } from './support/small-disk.ts'

const disk = mountSmallDisk(24 * 1024 * 1024)
if (typeof disk === 'string') console.warn(`Full disks are not tried: ${disk}`)
afterAll(() => {
  if (typeof disk !== 'string') disk.remove()
})

test.skipIf(typeof disk === 'string')(
  'on a full disk saves fail with a message, reads work and a server starts; with free space everything works again',
  async () => {
    if (typeof disk === 'string') throw new Error(disk)
    const game = await startServerOn(disk)
    const { reply } = await fillDisk(disk, game)
    await expectRefusals(game, reply)
    await expectReads(game)
    const second = await startServer({ DATABASE_FILE: game.file })
    expect((await second.ask({ path: '/healthz' })).status).toBe(200)
    expect(await second.stop()).toMatchObject({ code: 0 })
    const { broken, ...figures } = await expectRecovery(disk, game)
    report('full disk', figures)
    expect(broken).toEqual([])
  },
)

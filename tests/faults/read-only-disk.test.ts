import { afterAll, expect, test } from 'vitest'
import { startServer } from '#tests/support/server.ts'
import { entryCodes, getEntryOrder } from './support/client.ts'
import { expectReads, expectRefusals, startServerOn } from './support/disk-full.ts'
import { mountFailingDisk } from './support/failing-disk.ts'
import { compareWithStore, report } from './support/game.ts'

const disk = mountFailingDisk()
if (typeof disk === 'string') console.warn(`Disks that become read-only are not tried: ${disk}`)
afterAll(() => {
  if (typeof disk !== 'string') disk.remove()
})

test.skipIf(typeof disk === 'string')(
  'on a disk that became read-only saves fail with a message and reads work; repaired, it has every save',
  async () => {
    if (typeof disk === 'string') throw new Error(disk)
    const game = await startServerOn(disk)
    const [saver] = game.savers
    if (!saver) throw new Error('No savers')
    disk.fail()
    const { reply } = await saver.saveTeam('Lamps 1', getEntryOrder(1))
    if (!reply) throw new Error('A save was not answered')
    await expectRefusals(game, reply)
    await expectReads(game)
    const health = JSON.parse((await saver.get('/healthz')).body)
    expect([health.ready, health.degraded, health.warnings[0]]).toEqual([
      true,
      true,
      expect.stringMatching(/^Something could not be saved in the last five minutes/),
    ])
    expect(await game.server.stop()).toMatchObject({ code: 0 })

    disk.repair()
    const restarted = await startServer({ DATABASE_FILE: game.file, PORT: String(game.server.port) })
    for (const [n, each] of game.savers.entries()) {
      expect((await each.saveTeam(`After ${n}`, entryCodes)).outcome).toBe('saved')
      expect((await each.saveLineup(getEntryOrder(n), 3)).outcome).toBe('saved')
    }
    expect(await restarted.stop()).toMatchObject({ code: 0 })
    const { broken, ...figures } = await compareWithStore(game.file, game.log.saves)
    report('a disk that became read-only', figures)
    expect(broken).toEqual([])
  },
)

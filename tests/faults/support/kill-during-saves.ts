import { createSaveLog } from '../../../scripts/load/save-log.ts'
import { startServer } from '../../support/server.ts'
import { openSaver, saveOn } from './client.ts'
import { compareWithStore, makeGame } from './game.ts'

/**
 * Kills the server without warning in the middle of saves, `kills` times on one file: each time when so many more
 * saves have been acknowledged. Answers with what the store kept of all of them.
 */
export async function killDuringSaves(file: string, { kills, every }: { kills: number; every: number }) {
  const atOnce = 10
  const { players } = await makeGame(file, kills * atOnce)
  const log = createSaveLog()
  const acknowledged = () => log.saves.filter((save) => save.outcome === 'saved').length
  for (let kill = 0; kill < kills; kill += 1) {
    const server = await startServer({ DATABASE_FILE: file })
    const enough = acknowledged() + every + kill
    const clients = players.slice(kill * atOnce, (kill + 1) * atOnce)
    const saving = clients.map((player) => {
      const saver = openSaver(server.port, player, log)
      const isOver = () => {
        if (acknowledged() >= enough) server.child.kill('SIGKILL')
        return server.child.killed
      }
      return saveOn(saver, { from: 0, most: 30, isOver })
    })
    await Promise.all(saving)
    if (!server.child.killed) throw new Error('The saves were over before the server was killed')
    await server.ended
  }
  return compareWithStore(file, log.saves)
}

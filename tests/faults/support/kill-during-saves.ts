import { createSaveLog } from '../../../scripts/load/save-log.ts'
import { startServer } from '../../support/server.ts'
import { openSaver, saveOn } from './client.ts'
import { compareWithStore, makeGame } from './game.ts'

/**
 * Kills the server during saves, `kills` times on one database, each time after at least `every` more acknowledged saves.
 * Returns the comparison of the database with all saves.
 */
export async function killDuringSaves(location: string, { kills, every }: { kills: number; every: number }) {
  const concurrency = 10
  const { players } = await makeGame(location, kills * concurrency)
  const log = createSaveLog()
  const acknowledged = () => log.saves.filter((save) => save.outcome === 'saved').length
  for (let kill = 0; kill < kills; kill += 1) {
    const server = await startServer({ DATABASE_FILE: location })
    const enough = acknowledged() + every + kill
    const clients = players.slice(kill * concurrency, (kill + 1) * concurrency)
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
  return compareWithStore(location, log.saves)
}

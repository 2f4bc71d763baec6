import type { Contest, Game } from '#app/game/season/contest.ts'
import { db } from '#db/connection.server.ts'
import { listEntries } from '#db/seasons/entries.server.ts'
import { findActiveGame } from '#db/seasons/games.server.ts'
import { listRounds } from '#db/seasons/rounds.server.ts'
import { readVersions } from './versions.server.ts'

/** The active season with its rounds, as `readActiveContest`. */
export const readActiveRounds = rememberByVersion(
  async (): Promise<(Game & Pick<Contest, 'rounds'>) | undefined> => {
    const game = await findActiveGame(db)
    return game && { ...game, rounds: await listRounds(db, game.id) }
  },
)

/**
 * The active season with its rounds and entries, for a request that only reads: read again when its version has changed, in any
 * process. Over a network that spares five of a page's eleven queries (docs/performance.md). Undefined before the first activation.
 */
export const readActiveContest = rememberByVersion(async (): Promise<Contest | undefined> => {
  const game = await readActiveRounds()
  return game && { ...game, entries: await listEntries(db, game.id) }
})

/** Loads again after each change of the season, of its results, or of how many play. A failed load is not remembered. */
function rememberByVersion<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let remembered: { key: string; value: Promise<Value> } | undefined

  function remember(key: string) {
    const entry = { key, value: load() }
    entry.value.catch(() => {
      if (remembered === entry) remembered = undefined
    })
    remembered = entry
    return entry
  }

  return async () => {
    const key = await readKey()
    if (key === undefined) return load()
    return (remembered?.key === key ? remembered : remember(key)).value
  }
}

/** Versions are read before the data, so that they are never newer. Undefined where they cannot be read. */
async function readKey(): Promise<string | undefined> {
  try {
    const { game, ranking } = await readVersions()
    return `${game}-${ranking}`
  } catch {
    return undefined
  }
}

import { createSession } from '#app/auth/session/session.server.ts'
import type { Db } from '#db/schema.server.ts'
import { listRoundScores } from '#db/scoreboard/round-scores.server.ts'
import { findActiveContest } from '#db/seasons/games.server.ts'
import { sendRequest } from '../../load/http-client.ts'

interface DeskOptions {
  /** Of the game. */
  port: number
  /** Who presses. */
  managerId: number
  /** The semi-final. */
  roundNumber: number
}

/**
 * Signs in an admin, and returns the press 'Save and publish live' of the desk: it takes one country's place in the final back, and
 * the next press gives it again.
 */
export async function signInAtDesk(db: Db, { port, managerId, roundNumber }: DeskOptions) {
  const { cookieHeader: Cookie } = await createSession(db, { managerId, now: Date.now(), isAdmin: true })
  const country = await findQualifier(db, roundNumber)
  let [from, to] = ['50', '0']
  return async (): Promise<void> => {
    const change = [country, from, to].join(':')
    const fields = { intent: 'live', round: `${roundNumber}`, version: '0', change }
    const response = await sendRequest({
      port,
      method: 'POST',
      path: '/admin/desk',
      headers: { Cookie },
      body: new URLSearchParams(fields).toString(),
    })
    const flash = response?.setCookie.map((line) => /^flash=([^;]*)/.exec(line)?.[1]).join('') ?? ''
    const isPublished = Buffer.from(flash, 'base64url').toString().includes('live-published')
    if (!isPublished) throw new Error(`The desk answered ${response?.status}, and published nothing`)
    ;[from, to] = [to, from]
  }
}

/** The code of a country that sings in a semi-final and is through. */
async function findQualifier(db: Db, roundNumber: number): Promise<string> {
  const contest = await findActiveContest(db)
  const stored = contest ? await listRoundScores(db, { gameId: contest.id, roundNumber }) : []
  const through = new Set(stored.filter(({ points }) => points === 50).map(({ entryId }) => entryId))
  const qualifier = contest?.entries.find((entry) => entry.semiFinal === roundNumber && through.has(entry.id))
  if (!qualifier) throw new Error(`Nobody is through in round ${roundNumber}`)
  return qualifier.code
}

import { type RawResponse, sendRaw } from '#tests/support/server.ts'
import { type createSaveLog, type SaveInput, toSaveOutcome } from '../../../scripts/load/save-log.ts'
import type { Player } from './game.ts'

type SaveLog = ReturnType<typeof createSaveLog>

/** Six countries for 69 of 100 million, and twelve orders of them, so that each save differs from the one before. */
export const entryCodes = ['AT', 'GR', 'DE', 'NO', 'SM', 'PT']
const orders = entryCodes.flatMap((_, n) => {
  const rotated = [...entryCodes.slice(n), ...entryCodes.slice(0, n)]
  return [rotated, [...rotated].reverse()]
})

export function getEntryOrder(n: number): string[] {
  return orders[n % orders.length] ?? entryCodes
}

/**
 * Sends requests like a browser without script, from `address` where it is given (127.0.0.x). Rejects when the connection
 * breaks before the whole response arrived.
 */
export function openClient(port: number, { cookie, address }: { cookie: string; address?: string }) {
  const host = `localhost:${port}`
  const to = { port, ...(address !== undefined && { localAddress: address }) }
  return {
    get: (path: string, headers: Record<string, string> = {}) =>
      sendRaw({ ...to, path, headers: { Host: host, Cookie: cookie, ...headers } }),
    post(path: string, fields: Record<string, string>): Promise<RawResponse> {
      const body = new URLSearchParams(fields).toString()
      const headers = {
        Host: host,
        Cookie: cookie,
        Origin: `http://${host}`,
        'Content-Type': 'application/x-www-form-urlencoded',
        'Content-Length': String(Buffer.byteLength(body)),
      }
      return sendRaw({ ...to, path, method: 'POST', headers }, body)
    },
    call(path: string, payload: object, method = 'POST'): Promise<RawResponse> {
      const body = JSON.stringify(payload)
      const headers = {
        Host: host,
        Cookie: cookie,
        Origin: `http://${host}`,
        'Content-Type': 'application/json',
        'Content-Length': String(Buffer.byteLength(body)),
      }
      return sendRaw({ ...to, path, method, headers }, body)
    },
  }
}

/** A player whose saves are logged with their outcomes. A broken connection is 'unanswered', not an error. */
export function openSaver(port: number, player: Player & { address?: string }, log: SaveLog) {
  const client = openClient(port, player)

  async function send(save: Omit<SaveInput, 'managerId'>, path: string, fields: Record<string, string>) {
    const recordOutcome = log.send({ managerId: player.managerId, ...save })
    const reply = await client.post(path, { intent: 'save', ...fields }).catch(() => null)
    // The proxy's page says that it does not know: the server that had the save may have stored it.
    const isUncertain = reply?.body.includes('look first whether it was saved') ?? true
    const outcome = isUncertain
      ? 'unanswered'
      : toSaveOutcome(reply && { status: reply.status, setCookie: reply.headers['set-cookie'] ?? [] })
    recordOutcome(outcome)
    return { reply, outcome }
  }

  return {
    ...client,
    /** `intent`: 'join-late:1' confirms joining after rounds have closed. */
    saveTeam(teamName: string, codes: readonly string[] = entryCodes, intent = 'save') {
      const save = { kind: 'team', teamName, roundNumbers: [], codes } as const
      const picks = codes.join('.')
      return send(save, '/game/team', { intent, teamName, managerName: 'Someone', picks })
    },
    saveLineup(codes: readonly string[], roundNumber = 1) {
      const save = { kind: 'line-up', teamName: null, roundNumbers: [roundNumber], codes } as const
      return send(save, '/game/lineup', { round: String(roundNumber), order: codes.join('.') })
    },
  }
}

export type Saver = ReturnType<typeof openSaver>

/**
 * Saves as fast as responses arrive: first a team, then line-ups of all rounds in turn, at most `most` in all, until
 * `isOver` or the connection breaks.
 */
export async function saveOn(
  saver: Saver,
  { from, most, isOver }: { from: number; most: number; isOver: () => boolean },
) {
  for (let n = from; n < from + most && !isOver(); n += 1) {
    const { outcome } = await (n % 7 === 0
      ? saver.saveTeam(`Team ${n}`, getEntryOrder(n))
      : saver.saveLineup(getEntryOrder(n), 1 + (n % 3)))
    if (outcome === 'unanswered') return
  }
}

import { createSession } from '#app/auth/session/session.server.ts'
import type { Db } from '#db/schema.server.ts'
import { sendRequest } from '../../load/http-client.ts'

interface DeskOptions {
  /** Of the game. */
  port: number
  /** Who presses. */
  managerId: number
  /** The show. */
  roundNumber: number
}

/** Signs in an admin, and returns the press 'Save and publish live' of the desk, which publishes what is entered. */
export async function signInAtDesk(db: Db, { port, managerId, roundNumber }: DeskOptions) {
  const { cookieHeader: Cookie } = await createSession(db, { managerId, now: Date.now(), isAdmin: true })
  const body = new URLSearchParams({ intent: 'live', round: `${roundNumber}`, version: '0' }).toString()
  return async (): Promise<void> => {
    const response = await sendRequest({
      port,
      method: 'POST',
      path: '/admin/desk',
      headers: { Cookie },
      body,
    })
    const flash = response?.setCookie.map((line) => /^flash=([^;]*)/.exec(line)?.[1]).join('') ?? ''
    const isPublished = Buffer.from(flash, 'base64url').toString().includes('live-published')
    if (!isPublished) throw new Error(`The desk answered ${response?.status}, and published nothing`)
  }
}

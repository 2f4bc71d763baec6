import type { IncomingMessage } from 'node:http'
import { healthState } from '#app/server/monitoring/health.server.ts'
import { toAddressKey } from '#app/server/rate-limit.server.ts'
import { joinHeaderLines } from './node-http.server.ts'

/** How many entries of X-Forwarded-For are read, from the last: nobody has more proxies. */
const maxHops = 10

/** Whether an address is a trusted proxy; `hop`: the number of hops between it and this server. */
type IsTrusted = (address: string | undefined, hop: number) => boolean

export function createAddressReader(isTrusted: IsTrusted) {
  return {
    /**
     * The key of the client's address: the peer, or the address that the last trusted proxy names, like Express's
     * `request.ip`. Records an X-Forwarded-For header of an untrusted peer: it is ignored, and /healthz warns of it.
     */
    readAddressKey({ headers, socket }: IncomingMessage): string {
      const header = joinHeaderLines(headers['x-forwarded-for'])
      if (header !== undefined && !isTrusted(socket.remoteAddress, 0))
        healthState.hasUntrustedForwarding = true
      const entries = (header ?? '').split(',').slice(-maxHops)
      const forwarded = entries.map((hop) => hop.trim())
      const hops = [socket.remoteAddress, ...forwarded.filter((hop) => hop !== '').reverse()]
      return toAddressKey(hops.find((hop, at) => !isTrusted(hop, at)) ?? hops.at(-1))
    },
  }
}

import type { IncomingMessage } from 'node:http'
import { recordUntrustedForwardedHeader } from '#app/server/monitoring/health.server.ts'
import { toAddressKey } from '#app/server/rate-limit.server.ts'
import { joinHeaderLines } from './node-http.server.ts'

/** So many hops before us are looked at: nobody has more proxies. */
const maxHops = 10

/** Whether an address is a proxy of ours; `hop`: how many stand between it and here. */
type IsTrusted = (address: string | undefined, hop: number) => boolean

/** Tells on whose behalf requests come. */
export function createAddressReader(isTrusted: IsTrusted) {
  return {
    /** The key of who asks: the peer, or whoever the last trusted proxy names. The rule of Express's own `request.ip`. */
    readAddressKey({ headers, socket }: IncomingMessage): string {
      const named = (joinHeaderLines(headers['x-forwarded-for']) ?? '').split(',').slice(-maxHops)
      const forwarded = named.map((hop) => hop.trim())
      const hops = [socket.remoteAddress, ...forwarded.filter((hop) => hop !== '').reverse()]
      return toAddressKey(hops.find((hop, at) => !isTrusted(hop, at)) ?? hops.at(-1))
    },

    /** Only a trusted proxy may say on whose behalf it asks; everybody else is ignored, and /healthz tells. */
    recordUntrustedForwarding({ headers, socket }: IncomingMessage): void {
      if (headers['x-forwarded-for'] === undefined) return
      if (!isTrusted(socket.remoteAddress, 0)) recordUntrustedForwardedHeader()
    },
  }
}

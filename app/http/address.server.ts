import type { IncomingMessage } from 'node:http'
import { noteForwardedByStranger } from './health.server.ts'
import { addressKey } from './limits.server.ts'
import { oneOf } from './node.server.ts'

/** So many hops before us are looked at: nobody has more proxies. */
const mostHops = 10

/** Whether an address is a proxy of ours; `hop`: how many stand between it and here. */
type IsTrusted = (address: string | undefined, hop: number) => boolean

/** Tells on whose behalf requests come. */
export function openAddresses(isTrusted: IsTrusted) {
  return {
    /** The key of who asks: the peer, or whoever the last trusted proxy names. The rule of Express's own `request.ip`. */
    keyOf({ headers, socket }: IncomingMessage): string {
      const named = (oneOf(headers['x-forwarded-for']) ?? '').split(',').slice(-mostHops)
      const forwarded = named.map((hop) => hop.trim())
      const hops = [socket.remoteAddress, ...forwarded.filter((hop) => hop !== '').reverse()]
      return addressKey(hops.find((hop, at) => !isTrusted(hop, at)) ?? hops.at(-1))
    },

    /** Only a trusted proxy may say on whose behalf it asks; everybody else is ignored, and /healthz tells. */
    noteStranger({ headers, socket }: IncomingMessage): void {
      if (headers['x-forwarded-for'] === undefined) return
      if (!isTrusted(socket.remoteAddress, 0)) noteForwardedByStranger()
    },
  }
}

import type { IncomingMessage } from 'node:http'
import { isIP, isIPv4 } from 'node:net'
import { healthState } from '#app/server/monitoring/health.server.ts'
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
      const forwarded = entries.filter((hop) => hop.trim() !== '').reverse()
      const hops = [socket.remoteAddress, ...forwarded].map(toPlainAddress)
      return toAddressKey(hops.find((hop, at) => !isTrusted(hop, at)) ?? hops.at(-1))
    },
  }
}

/** The key of an address: IPv4 whole, IPv6 by its /64, because one household has a whole /64. */
export function toAddressKey(address: string | undefined): string {
  return toPlainAddress(address).split(':').slice(0, 4).join(':')
}

/** What comes before an IPv4 address that is written as IPv6: mapped, or behind NAT64 (RFC 6052). */
const ipv4Prefixes = ['0:0:0:0:0:ffff', '64:ff9b:0:0:0:0']

/**
 * An address in one form, whatever a proxy made of it: without port, brackets, quotes and zone; IPv4 with dots, IPv6 in its eight
 * groups. 'unknown' for what is no address.
 */
function toPlainAddress(text = ''): string {
  const [, inBrackets] = /^"?\[([^\]]{2,64})\]/.exec(text.trim()) ?? []
  const [bare = ''] = (inBrackets ?? text.replaceAll('"', '').trim()).slice(0, 100).split('%')
  const address = isIP(bare) === 0 ? bare.replace(/:\d{1,5}$/, '') : bare
  if (isIPv4(address)) return address
  if (isIP(address) === 0) return 'unknown'
  const shortest = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const [head = [], tail = []] = shortest.map((part) => part.split(':').filter(Boolean))
  const groups = [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail]
  if (!ipv4Prefixes.includes(groups.slice(0, 6).join(':'))) return groups.join(':')
  const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16))
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { createAddressReader, toAddressKey } from '#app/server/request/client-address.server.ts'

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::6', '2001:db8:1:2'],
  ['2001:0DB8:0001:0002:0000::6', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  [undefined, 'unknown'],
])('the address %s has the key %s', (address, key) => {
  expect(toAddressKey(address)).toBe(key)
})

/** Everything that proxies write for 203.0.113.9, and for one address of a household with IPv6. */
const sameIpv4 = [
  '203.0.113.9',
  '203.0.113.9:51234',
  ' 203.0.113.9 ',
  '::ffff:203.0.113.9',
  '::FFFF:cb00:7109',
  '0:0:0:0:0:ffff:cb00:7109',
  '[::ffff:203.0.113.9]:443',
  '64:ff9b::203.0.113.9',
  '64:ff9b::cb00:7109',
  '[64:ff9b:0:0::cb00:7109]:1',
]
const sameIpv6 = [
  '2001:db8:1:2::9',
  '[2001:db8:1:2::9]',
  '[2001:db8:1:2::9]:51234',
  '"[2001:db8:1:2::9]:51234"',
  '2001:DB8:1:2:0:0:0:9',
  '2001:db8:1:2::9%eth0',
  '2001:db8:1:2:3:4:5:6:51234',
]

test.each([
  ...sameIpv4.map((text) => [text, '203.0.113.9']),
  ...sameIpv6.map((text) => [text, '2001:db8:1:2']),
])('X-Forwarded-For with %j counts as %s, and what the client wrote before it does not', (text, key) => {
  expect(readKey(`198.51.100.1, ${text}`)).toBe(key)
  expect(readKey(`198.51.100.1,${text}, ::ffff:127.0.0.1, [::1]:80`)).toBe(key)
})

test.each(['::ffff:0.0.0.1', '64:ff9b::1'])('%s is IPv4 although its groups are zero', (text) => {
  expect(readKey(text)).toBe('0.0.0.1')
})

test.each(['unknown', '_hidden', '', '1.2.3', '203.0.113.999', '[', '[]', '[::1', ':::', 'x'.repeat(16_000)])(
  '%j is no address, and all such have one key',
  (text) => {
    expect(['unknown', '127.0.0.1']).toContain(readKey(`${text}`))
    expect(toAddressKey(text)).toBe('unknown')
  },
)

/** The key of a request that a proxy on this machine passes on. */
function readKey(forwardedFor: string): string {
  const trusted = ['127.0.0.1', '0:0:0:0:0:0:0:1']
  const reader = createAddressReader((address) => trusted.includes(address ?? ''))
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: '::ffff:127.0.0.1' })
  const request = new IncomingMessage(socket)
  request.headers['x-forwarded-for'] = forwardedFor
  return reader.readAddressKey(request)
}

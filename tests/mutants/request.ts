import type { Mutant } from './mutant.ts'

const checks = {
  file: 'app/server/request/check-request.server.ts',
  test: 'tests/server/request/check-request.test.ts',
}
const host = { ...checks, file: 'app/server/request/public-host.server.ts' }
const limits = { ...checks, file: 'app/server/request/body-limits.server.ts' }
const target = {
  file: 'app/server/request/request-target.server.ts',
  test: 'tests/server/request/request-target.test.ts',
}
const address = {
  file: 'app/server/request/client-address.server.ts',
  test: 'tests/server/request/client-address.test.ts',
}
const body = {
  file: 'app/server/request/read-body.server.ts',
  test: 'tests/server/request/read-body.test.ts',
}
const memory = { ...body, file: 'app/server/request/body-memory.server.ts' }
const passing = {
  file: 'app/server/request/node-http.server.ts',
  test: 'tests/server/request/node-http.test.ts',
}
const sending = { ...passing, file: 'app/server/response/send-response.server.ts' }
const etag = { file: 'app/server/response/etag.server.ts', test: 'tests/server/response/etag.test.ts' }

/** Changes of how requests are read and checked, and of how responses are sent. */
export const request: readonly Mutant[] = [
  {
    ...checks,
    code: '    rejectUnknownApiPath(url) ??\n',
    change: '',
    feels: 'A program gets a page from a path that only looks like the API.',
  },
  {
    ...checks,
    code: ' ??\n    rejectCrossSite(head, url, publicOrigin)\n',
    change: '\n',
    feels: "Forms of other sites reach the queue and the body's memory.",
  },
  {
    ...checks,
    code: " && !url.searchParams.has('_data')",
    change: '',
    feels: 'One loader of a page answers alone, without what its page checks.',
  },
  {
    ...checks,
    code: "pathname.endsWith('.data') ? ['GET'] : ['GET', 'HEAD']",
    change: "['GET', 'HEAD']",
    feels: 'A program that only looks at a page by HEAD runs its form.',
  },
  {
    ...checks,
    code: "{ errorType: 'METHOD_NOT_ALLOWED', headers: { Allow: allowed.join(', ') } }",
    change: "{ errorType: 'METHOD_NOT_ALLOWED' }",
    feels: 'A program is refused and not told what it may ask.',
  },
  {
    ...checks,
    code: "  if (isElsewhere && isHostReplaced(head, url)) return { error: { errorType: 'MISDIRECTED_REQUEST' } }\n",
    change: '',
    feels: 'Behind a proxy that replaces Host each page leads to itself for ever.',
  },
  {
    ...checks,
    code: 'isReadMethod(head.method) ? rejectBodyOfRead(head) : checkBodyHeaders',
    change: 'isReadMethod(head.method) ? undefined : checkBodyHeaders',
    feels: 'A read with 300 MB behind it is received, and a second request hides in it.',
  },
  {
    ...checks,
    code: " || pathname === '/healthz'",
    change: '',
    feels: 'Monitoring that asks this machine by its address gets a redirect.',
  },
  {
    ...checks,
    code: ' && decodeUri(url.pathname) !== undefined',
    change: '',
    feels: 'Broken addresses fill the log with warnings of the router.',
  },
  {
    ...host,
    code: "host.toLowerCase().replace(/:(80|443)$/, '')",
    change: 'host',
    feels: 'Behind a proxy that adds the port no page is ever shown.',
  },
  {
    ...host,
    code: "  if (forwardedHost) return isPublicHost(forwardedHost.split(',')[0]?.trim(), publicUrl.host)\n",
    change: '',
    feels: 'A proxy that says which host was asked for gets redirects to itself.',
  },
  {
    ...limits,
    code: "  if (headers.transferEncoding !== undefined) return { errorType: 'LENGTH_REQUIRED' }\n",
    change: '',
    feels: 'A body without an end is read as if it had none.',
  },
  {
    ...limits,
    code: 'if (length > maxBytes)',
    change: 'if (length >= maxBytes)',
    feels: 'An article of exactly the size that is promised is refused.',
  },
  {
    ...limits,
    code: 'types.includes(type) && isUncompressed ?',
    change: 'types.includes(type) ?',
    feels: 'A compressed form is read as one without fields, and saved.',
  },
  {
    ...limits,
    code: 'types.includes(type) && isUncompressed ?',
    change: 'isUncompressed ?',
    feels: 'A form of another type ends in an unexpected error.',
  },
  {
    ...target,
    code: ' || target.length > maxLength',
    change: '',
    feels: 'Addresses of any length are read by everything behind.',
  },
  {
    ...target,
    code: 'path.length > targetLimits.path || ',
    change: '',
    feels: 'Long paths keep the router busy.',
  },
  {
    ...target,
    code: "target.startsWith('/auth/') ? targetLimits.authTarget : targetLimits.target",
    change: 'targetLimits.target',
    feels: 'With a provider whose codes are long nobody can sign in.',
  },
  {
    ...target,
    code: String.raw`/[/\\]{2}/`,
    change: String.raw`/\/{2}/`,
    feels: 'A path with a backslash, which browsers read as another host, reaches the router.',
  },
  {
    ...target,
    code: 'fbclid|',
    change: '',
    feels: 'Each visitor from a link on Facebook has the page drawn anew.',
  },
  {
    ...address,
    code: ".split(':').slice(0, 4).join(':')",
    change: ".split(':').join(':')",
    feels: 'Who has IPv6 has a fresh limit with each of a billion addresses.',
  },
  {
    ...address,
    code: 'hops.find((hop, at) => !isTrusted(hop, at)) ?? hops.at(-1)',
    change: 'hops.at(-1)',
    feels: 'Whoever writes X-Forwarded-For has a fresh limit for each request.',
  },
  {
    ...address,
    code: String.raw`isIP(bare) === 0 ? bare.replace(/:\d{1,5}$/, '') : bare`,
    change: 'bare',
    feels: 'Behind a proxy that adds ports all visitors share one limit.',
  },
  {
    ...address,
    code: ", '64:ff9b:0:0:0:0'",
    change: '',
    feels: 'All phones of a network with NAT64 share one limit.',
  },
  {
    ...body,
    code: 'length > bodyLimits.anonymous && rejectLargeBody',
    change: 'length > bodyLimits.form && rejectLargeBody',
    feels: 'Strangers fill the memory with bodies of 256 kB.',
  },
  {
    ...body,
    code: "  if (isUpload && role === 'manager') return { errorType: 'ACCESS_DENIED' }\n",
    change: '',
    feels: 'Every player has pictures of 8 MB received, and admins wait.',
  },
  {
    ...body,
    code: "  if (role === 'unknown') return busy\n",
    change: '',
    feels: 'While the database is away large bodies are read from anybody.',
  },
  {
    ...body,
    code: "const timer = setTimeout(() => stop(() => resolve('late')), timeoutMs)",
    change: 'const timer = undefined',
    feels: 'A body that stops arriving is waited for until the proxy gives up.',
  },
  {
    ...body,
    code: "outgoing.once('close', reservation.release)",
    change: 'reservation.release()',
    feels: 'Bodies that wait in the queue fill the memory.',
  },
  {
    ...body,
    code: "    if (incoming.destroyed) return reject(new Error('The sender hung up'))\n",
    change: '',
    feels: 'Memory is kept for senders who are gone.',
  },
  {
    ...memory,
    code: 'bytes: length + objectsBytes',
    change: 'bytes: length',
    feels: 'A million forms of one byte fill the memory.',
  },
  {
    ...memory,
    code: '          reservation.abort = undefined\n',
    change: '',
    feels: 'A save that was received whole gives its memory to the next one.',
  },
  {
    ...memory,
    code: 'for (const reservation of reservations)',
    change: 'for (const reservation of [...reservations].reverse())',
    feels: 'Who sends bodies without an end has the saves of others refused.',
  },
  {
    ...passing,
    code: "value === undefined || name.startsWith('x-forwarded-')",
    change: 'value === undefined',
    feels: 'Addresses in pages are made of what a visitor writes.',
  },
  {
    ...passing,
    code: "    if (name === 'origin' && value !== publicOrigin) continue\n",
    change: '',
    feels: 'The logout of the provider ends in an unexpected error.',
  },
  {
    ...passing,
    code: "  headers.set('Host', url.host)\n",
    change: '',
    feels: 'Behind a proxy that replaces Host no form is accepted.',
  },
  {
    ...passing,
    test: 'tests/requests/security/raw-sockets.test.ts',
    code: "hosts.length > 1 || !url.startsWith('/')",
    change: "!url.startsWith('/')",
    feels: 'A request with two hosts is one thing to the proxy and another to the game.',
  },
  {
    ...sending,
    code: "if (cookies.length > 0) outgoing.setHeader('Set-Cookie', cookies)",
    change: "if (cookies[0]) outgoing.setHeader('Set-Cookie', cookies[0])",
    feels: 'Signing in leaves the cookie of the attempt behind, and does not hide results.',
  },
  {
    ...sending,
    code: `  if (canCompress) outgoing.setHeader('Vary', vary ? \`\${vary}, Accept-Encoding\` : 'Accept-Encoding')\n`,
    change: '',
    feels: 'A cache between sends compressed bytes to who cannot read them.',
  },
  {
    ...sending,
    code: '  outgoing.statusCode = status\n',
    change: '',
    feels: 'Errors and refused forms have the status of success.',
  },
  {
    ...sending,
    code: "outgoing.setHeader('Content-Length', body.length)",
    change: "outgoing.setHeader('Content-Length', uncompressed.length)",
    feels: 'A compressed page never finishes loading.',
  },
  {
    ...etag,
    code: "return weight(best) > 0 ? best : 'identity'",
    change: 'return best',
    feels: 'Programs that read no compression get it.',
  },
  {
    ...etag,
    code: 'return tags.includes(opaque)',
    change: 'return ifNoneMatch.includes(opaque)',
    feels: 'A page that has changed is told to be the same.',
  },
]

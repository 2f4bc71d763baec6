import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'

type Claims = Record<string, unknown>
type TokenAnswer =
  | { status?: number; body: object }
  /** A response that is not JSON, with its own headers. */
  | { status?: number; text: string | Buffer; headers?: Record<string, string> }
  /** A body that is streamed while it is read. */
  | { stream: AsyncIterable<string> }
  | 'silence'

/**
 * An OpenID provider that responds as a test demands: a real server and key, without pages. `tokens` decides the
 * token endpoint's response, `userinfo` the userinfo endpoint's; `authorize` is the visitor's redirect through the provider.
 * `issuerPath` is the end of the issuer's address; `metadata` has further fields of the discovery document, undefined for
 * those that it lacks.
 */
export async function startFakeProvider(
  port = 0,
  { issuerPath = '', metadata = {} }: { issuerPath?: string; metadata?: Claims } = {},
) {
  let { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  let keyId: string | undefined = 'true'
  const stranger = await generateKeyPair('RS256')
  const pem = await exportSPKI(publicKey)
  let oldKeys: (typeof publicKey)[] = []
  const listKeys = async () => {
    const keys = await Promise.all([...oldKeys, publicKey].map((key) => exportJWK(key)))
    return { keys: keys.map((key) => withoutUndefined({ ...key, kid: keyId, alg: 'RS256', use: 'sig' })) }
  }
  const tokenRequests: URLSearchParams[] = []
  let onTokenRequest = () => {}
  const provider = {
    issuer: '',
    tokenRequests,
    /** Another key, for forged tokens. */
    strangerKey: await exportJWK(stranger.publicKey),
    /** Signs with a new key from now on; lists the old one still where that is asked for. */
    rotateKey: async (kid: string | undefined, { listsOld = false } = {}) => {
      oldKeys = listsOld ? [...oldKeys, publicKey] : []
      const pair = await generateKeyPair('RS256', { extractable: true })
      privateKey = pair.privateKey
      publicKey = pair.publicKey
      keyId = kid
    },
    /** How often the keys were requested. */
    keyRequests: 0,
    tokens: async (_: URLSearchParams, __: IncomingHttpHeaders): Promise<TokenAnswer> => ({
      status: 500,
      body: {},
    }),
    userinfo: async (_: IncomingHttpHeaders): Promise<TokenAnswer> => ({ status: 404, body: {} }),
    /** Resolves at the next request to the token endpoint. */
    nextTokenRequest: () =>
      new Promise<void>((resolve) => {
        onTokenRequest = resolve
      }),
    idToken: (
      claims: Claims = {},
      how: {
        key?: 'stranger'
        /** HS256 uses the client secret, 'HS256 by the key' the public key. */
        alg?: 'none' | 'HS256' | 'HS256 by the key'
        typ?: string
        kid?: string
        /** Further header parameters, such as an embedded key. */
        header?: Record<string, unknown>
      } = {},
    ) => {
      const payload: JWTPayload = withoutUndefined({ ...defaultClaims(provider.issuer), ...claims })
      if (how.alg === 'none') return new UnsecuredJWT(payload).encode()
      const token = new SignJWT(payload).setProtectedHeader({
        ...how.header,
        alg: how.alg?.slice(0, 5) ?? 'RS256',
        ...((how.kid ?? keyId) !== undefined && { kid: how.kid ?? keyId }),
        typ: how.typ ?? 'JWT',
      })
      if (how.alg === 'HS256 by the key') return token.sign(new TextEncoder().encode(pem))
      if (how.alg === 'HS256') return token.sign(new TextEncoder().encode('demo'.padEnd(32, '\0')))
      // Allows unknown critical headers: the app has to refuse them.
      const options = { crit: { evil: true } }
      return token.sign(how.key === 'stranger' ? stranger.privateKey : privateKey, options)
    },
    logoutToken: (claims: Claims = {}, how: { key?: 'stranger'; alg?: 'none' } = {}) =>
      provider.idToken(
        { events: { [logoutEvent]: {} }, jti: crypto.randomUUID(), ...claims },
        { typ: 'logout+jwt', ...how },
      ),
    /** The URL that the provider redirects the visitor back to. */
    authorize: (url: URL, answer: Record<string, string> = { code: 'code' }) => {
      const back = new URL(url.searchParams.get('redirect_uri') ?? '')
      back.search = new URLSearchParams({
        state: url.searchParams.get('state') ?? '',
        iss: provider.issuer,
        ...answer,
      }).toString()
      return back.href
    },
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  const server = createServer(async (request, response) => {
    const path = (request.url ?? '').slice(issuerPath.replace(/\/$/, '').length)
    if (path === '/.well-known/openid-configuration')
      return send(response, 200, { ...describe(provider.issuer), ...metadata })
    if (path === '/keys') {
      provider.keyRequests += 1
      return send(response, 200, await listKeys())
    }
    const form = new URLSearchParams(await text(request))
    const isUserinfo = path === '/userinfo'
    if (!isUserinfo) {
      tokenRequests.push(form)
      onTokenRequest()
    }
    const answer = isUserinfo
      ? await provider.userinfo(request.headers)
      : await provider.tokens(form, request.headers)
    if (answer === 'silence') return
    if ('stream' in answer) pipeline(answer.stream, response.writeHead(200, json)).catch(() => {})
    else if ('body' in answer) send(response, answer.status ?? 200, answer.body)
    else response.writeHead(answer.status ?? 200, { ...json, ...answer.headers }).end(answer.text)
  })
  server.listen(port, 'localhost')
  await once(server, 'listening')
  const address = server.address()
  provider.issuer = `http://localhost:${typeof address === 'object' ? address?.port : ''}${issuerPath}`
  return provider
}

export type FakeProvider = Awaited<ReturnType<typeof startFakeProvider>>

const json = { 'Content-Type': 'application/json' }
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'

function defaultClaims(issuer: string): Claims {
  const now = Math.floor(Date.now() / 1000)
  return { iss: issuer, aud: 'douze', sub: 'player', iat: now, exp: now + 300 }
}

function withoutUndefined(claims: Claims): Claims {
  return Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined))
}

function describe(issuer: string) {
  const base = issuer.replace(/\/$/, '')
  return {
    issuer,
    authorization_endpoint: `${base}/authorize`,
    token_endpoint: `${base}/token`,
    jwks_uri: `${base}/keys`,
    end_session_endpoint: `${base}/logout`,
    code_challenge_methods_supported: ['S256'],
  }
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, json).end(JSON.stringify(body))
}

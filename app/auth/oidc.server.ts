import { Authenticator } from 'remix-auth'
import { CodeChallengeMethod, OAuth2RequestError, OAuth2Strategy } from 'remix-auth-oauth2'
import { config } from '#app/config.server.ts'
import { attemptCookie } from './attempt-cookie.server.ts'
import { type Identity, type Renewal, readIdentity, readRenewal } from './identity.server.ts'
import { discoverProvider, type Provider, within } from './provider.server.ts'
import { nonceOf } from './sealing.server.ts'

/** Adds what remix-auth-oauth2 leaves out: a nonce that only this server can make from the state. */
class OidcStrategy extends OAuth2Strategy<Identity> {
  override name = 'oidc'

  protected override authorizationParams(params: URLSearchParams): URLSearchParams {
    const withNonce = new URLSearchParams(params)
    withNonce.set('nonce', nonceOf(params.get('state') ?? ''))
    return withNonce
  }
}

/** The provider, and the strategy and authenticator that speak to it. */
interface Oidc {
  provider: Provider
  strategy: OidcStrategy
  authenticator: Authenticator<Identity>
}

let known: Promise<Oidc> | undefined

/** The provider as once discovered. Asked for only when needed, and again after a failure: a start never waits for it. */
export function findOidc(): Promise<Oidc> {
  known ??= discover().catch((error) => {
    known = undefined
    throw error
  })
  return known
}

/** The provider, asked anew, before a visitor is sent there. Throws when it is out of reach. */
async function reachOidc(): Promise<Oidc> {
  const fresh = await within(discover())
  known = Promise.resolve(fresh)
  return fresh
}

/** Begins an attempt: where to send the visitor, the attempt's state, and the cookie that remembers it. */
export async function beginSignIn() {
  const { authenticator } = await reachOidc()
  const request = new Request(new URL('/auth/sign-in', config.origin))
  const answer: unknown = await authenticator.authenticate('oidc', request).catch((thrown) => thrown)
  if (!(answer instanceof Response)) throw answer
  const url = answer.headers.get('Location') ?? ''
  const state = new URL(url).searchParams.get('state') ?? ''
  return { url, state, setCookie: answer.headers.get('Set-Cookie') ?? '' }
}

/** Ends an attempt at the callback. Throws when anything about it is wrong; see `toProblem`. */
export async function completeSignIn(request: Request): Promise<Identity> {
  const { provider, authenticator } = await findOidc()
  const issuer = new URL(request.url).searchParams.get('iss')
  // RFC 9207: an answer of another provider, or one that hides whose it is, never gets to exchange its code here.
  const isForeign = issuer === null ? provider.namesItselfInAnswers : issuer !== provider.issuer
  if (isForeign) throw new RangeError('the answer names another issuer')
  return authenticator.authenticate('oidc', request)
}

/** Where the visitor signs out at the provider, or null when it offers no such place or is out of reach. */
export async function findLogoutUrl(idToken: string | null): Promise<string | null> {
  const oidc = await reachOidc().catch(() => null)
  if (!oidc?.provider.endSessionUrl) return null
  const url = new URL(oidc.provider.endSessionUrl)
  if (idToken) url.searchParams.set('id_token_hint', idToken)
  url.searchParams.set('client_id', config.provider.clientId)
  url.searchParams.set('post_logout_redirect_uri', `${config.origin}/`)
  return url.href
}

/** Asks for new tokens. Throws OAuth2RequestError `invalid_grant` when the provider refuses. */
export async function refresh(refreshToken: string, subject: string): Promise<Renewal> {
  const { provider, strategy } = await findOidc()
  const tokens = await strategy.refreshToken(refreshToken)
  return readRenewal(provider, tokens.data, subject)
}

/** Whether the provider itself said that the person's sign-in is over. */
export function isRefusal(error: unknown): boolean {
  return error instanceof OAuth2RequestError && error.code === 'invalid_grant'
}

async function discover(): Promise<Oidc> {
  const provider = await discoverProvider()
  const strategy = await OidcStrategy.discover<Identity, OidcStrategy>(
    provider.issuer,
    {
      clientId: config.provider.clientId,
      clientSecret: config.provider.clientSecret,
      redirectURI: new URL('/auth/callback', config.origin),
      scopes: ['openid'],
      codeChallengeMethod: CodeChallengeMethod.S256,
      cookie: attemptCookie,
    },
    async ({ request, tokens }) => {
      const state = new URL(request.url).searchParams.get('state') ?? ''
      return readIdentity(provider, tokens.data, nonceOf(state))
    },
  )
  return { provider, strategy, authenticator: new Authenticator<Identity>().use(strategy, 'oidc') }
}

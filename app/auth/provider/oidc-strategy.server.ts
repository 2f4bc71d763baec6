import { CodeChallengeMethod, OAuth2Strategy } from 'remix-auth-oauth2'
import { deriveNonce } from '#app/auth/session/token-encryption.server.ts'
import { attemptCookieOptions } from '#app/auth/sign-in/attempt-cookie.server.ts'
import { config } from '#app/config.server.ts'
import { type Provider, providerTimeoutMs } from './discovery.server.ts'
import { type Identity, readIdentity } from './identity.server.ts'
import { requestTokens } from './token-requests.server.ts'

/** No request waits for a renewal, and with rotating refresh tokens a late response must still be stored. */
const renewalTimeoutMs = 15_000

const redirectUri = new URL('/auth/callback', config.origin).href

/**
 * Adds to remix-auth-oauth2: a nonce that only this server can derive from the state, the operator's own parameters, and
 * token requests with limits of time and size.
 */
export class OidcStrategy extends OAuth2Strategy<Identity> {
  override name = 'oidc'
  readonly #provider: Provider

  constructor(provider: Provider) {
    const { clientId, clientSecret, scopes } = config.provider
    super(
      {
        clientId,
        clientSecret,
        authorizationEndpoint: provider.authorizationUrl,
        tokenEndpoint: provider.tokenUrl,
        redirectURI: redirectUri,
        scopes,
        codeChallengeMethod: CodeChallengeMethod.S256,
        cookie: attemptCookieOptions,
      },
      async ({ request, tokens }) => {
        const state = new URL(request.url).searchParams.get('state') ?? ''
        return readIdentity(provider, tokens.data, deriveNonce(state))
      },
    )
    this.#provider = provider
  }

  protected override authorizationParams(params: URLSearchParams): URLSearchParams {
    const nonce = deriveNonce(params.get('state') ?? '')
    return new URLSearchParams([...params, ['nonce', nonce], ...config.provider.authorizationParameters])
  }

  protected override validateAuthorizationCode(code: string, codeVerifier: string) {
    const grant = { grant_type: 'authorization_code', code, redirect_uri: redirectUri }
    return this.#request({ ...grant, code_verifier: codeVerifier }, providerTimeoutMs)
  }

  override refreshToken(refreshToken: string) {
    // Without `scope` it stays as it was granted (RFC 6749, 6): a smaller one may take the roles from the tokens.
    return this.#request({ grant_type: 'refresh_token', refresh_token: refreshToken }, renewalTimeoutMs)
  }

  #request(fields: Record<string, string>, timeoutMs: number) {
    return requestTokens(this.#provider, fields, timeoutMs)
  }
}

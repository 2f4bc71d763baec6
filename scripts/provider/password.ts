import type { Context, Provider } from 'oidc-provider'
import { findAccount } from './accounts.ts'

const lifeSeconds = 600

/**
 * An access token for a username and password, as Keycloak's 'Direct access grants': the API of the demo can be tried
 * without a browser. The passwords are public here; a real product should not offer this.
 */
export function grantByPassword(
  provider: Provider,
  { issuer, audience }: { issuer: string; audience: string },
) {
  async function answer(context: Context): Promise<void> {
    const { params, client } = context.oidc ?? {}
    const accountId = findAccount(String(params?.username), String(params?.password))
    if (!accountId) return refuse(context)
    const token = new provider.AccessToken({ accountId, client, gty: 'password', scope: 'openid' })
    token.resourceServer = new provider.ResourceServer(issuer, {
      scope: 'openid',
      audience,
      accessTokenFormat: 'jwt',
      accessTokenTTL: lifeSeconds,
      jwt: { sign: { alg: 'RS256' } },
    })
    context.body = { access_token: await token.save(), expires_in: lifeSeconds, token_type: 'Bearer' }
  }
  provider.registerGrantType('password', answer, ['username', 'password', 'scope'], [])
}

function refuse(context: Context): void {
  context.status = 400
  context.body = { error: 'invalid_grant', error_description: 'There is no such account.' }
}

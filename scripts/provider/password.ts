import type { Context, Provider } from 'oidc-provider'
import { findAccount } from './accounts.ts'

const lifeSeconds = 600

/**
 * An access token for a name and a password, as Keycloak gives it with 'Direct access grants': so that whoever tries
 * the API on the demo needs no browser. The passwords are public here; no product should offer this to its own.
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

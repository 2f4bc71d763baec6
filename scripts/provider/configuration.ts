import type { Context } from 'oidc-provider'
import { claimsOf, emailOf } from './accounts.ts'
import type { ensureKeys } from './keys.ts'
import { renderLogoutPage, renderProblemPage } from './pages.ts'
import type { openStore } from './store.ts'

export interface ProviderSettings {
  issuer: string
  appOrigin: string
  clientSecret: string
  keys: Awaited<ReturnType<typeof ensureKeys>>
  adapter: ReturnType<typeof openStore>
}

export const clientId = 'douze'
const day = 24 * 60 * 60

/** The local provider's configuration: like a Keycloak with one client, without consent page or registration. */
export function configure({ issuer, appOrigin, clientSecret, keys, adapter }: ProviderSettings) {
  return {
    adapter,
    jwks: keys.jwks,
    // App and provider share the cookies of one host, so these get a prefix.
    cookies: {
      keys: keys.cookies,
      names: { session: 'idp_session', interaction: 'idp_interaction', resume: 'idp_resume' },
    },
    clients: [clientMetadata(appOrigin, clientSecret)],
    scopes: ['openid'],
    claims: { openid: ['sub', 'realm_access', 'email'] },
    conformIdTokenClaims: false,
    findAccount: async (_: Context, sub: string) => ({
      accountId: sub,
      claims: async () => ({ sub, ...claimsOf(sub), ...emailOf(sub) }),
    }),
    extraTokenClaims: async (_: Context, token: { accountId?: string }) => ({
      azp: clientId,
      ...claimsOf(token.accountId ?? ''),
    }),
    issueRefreshToken: async () => true,
    rotateRefreshToken: true,
    expiresWithSession: async () => true,
    pkce: { required: () => true },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      IdToken: 3600,
      Interaction: 3600,
      RefreshToken: 14 * day,
      Session: 14 * day,
      Grant: 14 * day,
    },
    interactions: { url: (_: Context, { uid }: { uid: string }) => `/interaction/${uid}` },
    loadExistingGrant: (context: Context) => grantEverything(context, issuer),
    // Bypasses oidc-provider's own guard, which refuses loopback addresses: back-channel logout uses one.
    fetch: (url: string, { dispatcher: _, ...options }: RequestInit & { dispatcher?: unknown }) =>
      fetch(url, options),
    renderError: async (
      context: Context,
      { error_description, error }: { error: string; error_description?: string },
    ) => {
      context.type = 'html'
      context.body = renderProblemPage(appOrigin, error_description ?? error)
    },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: { enabled: true, ...logoutPages(appOrigin) },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => issuer,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: 'openid',
          audience: clientId,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
  }
}

function clientMetadata(appOrigin: string, clientSecret: string) {
  return {
    client_id: clientId,
    client_secret: clientSecret,
    grant_types: ['authorization_code', 'refresh_token', 'password'],
    redirect_uris: [`${appOrigin}/auth/callback`],
    post_logout_redirect_uris: [`${appOrigin}/`],
    backchannel_logout_uri: `${appOrigin}/auth/backchannel-logout`,
    backchannel_logout_session_required: true,
  }
}

function logoutPages(appOrigin: string) {
  return {
    logoutSource: async (context: Context, form: string) => {
      context.body = renderLogoutPage(form)
    },
    postLogoutSuccessSource: async (context: Context) => {
      context.type = 'html'
      context.body = renderProblemPage(appOrigin, 'You are signed out.')
    },
  }
}

/** Grants everything without a consent page. */
async function grantEverything({ oidc }: Context, resource: string) {
  if (!oidc) return undefined
  const { clientId } = oidc.client
  const grantId = oidc.session.grantIdFor(clientId)
  const existing = grantId ? await oidc.provider.Grant.find(grantId) : undefined
  if (existing) return existing
  const grant = new oidc.provider.Grant({ accountId: oidc.session.accountId, clientId })
  grant.addOIDCScope('openid')
  grant.addResourceScope(resource, 'openid')
  await grant.save()
  return grant
}

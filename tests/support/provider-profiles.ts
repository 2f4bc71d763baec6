type Claims = Record<string, unknown>

/** What a provider tells about somebody, by where. */
interface Told {
  idToken?: Claims
  /** The claims of a JWT; a text is an opaque token; 'foreign' is a JWT that others signed for another service. */
  accessToken: Claims | 'opaque' | 'foreign'
  userinfo?: Claims
}

/** A provider as its documentation describes it, with what docs/operations.md says to set for it. */
export interface ProviderProfile {
  name: string
  /** The end of the issuer's address. */
  issuerPath?: string
  /** Fields of the discovery document beside the usual ones; `userinfo_endpoint` is added where `userinfo` is told. */
  metadata: Claims
  settings: Record<string, string>
  /** The client's secret has these characters. */
  secret?: string
  clientId?: string
  /** How the client has to authenticate at the token endpoint. */
  takes: 'client_secret_basic' | 'client_secret_post'
  /** Whether an authorization request gets a refresh token. */
  grantsRefresh: (sent: URLSearchParams) => boolean
  /** What a renewal brings beside an access token. */
  renewalBrings: readonly ('id_token' | 'refresh_token')[]
  /** What is told about somebody with these roles, when these scopes were granted. */
  tell: (roles: readonly string[], scopes: readonly string[]) => Told
  /** How this provider writes the role of an admin; undefined: it knows no roles, and ADMIN_SUBJECTS names admins. */
  adminRole?: string
  subjectOf?: (name: string) => string
}

const hasScope = (scope: string) => (sent: URLSearchParams) =>
  (sent.get('scope') ?? '').split(' ').includes(scope)
const always = () => true
const offline = hasScope('offline_access')
const both = { token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'] }
const rotates = ['id_token', 'refresh_token'] as const

export const profiles: ProviderProfile[] = [
  {
    // Roles are in the access token, a JWT with `typ` Bearer, and only by a mapper in the ID token.
    name: 'Keycloak',
    issuerPath: '/realms/douze',
    metadata: {
      ...both,
      authorization_response_iss_parameter_supported: true,
      backchannel_logout_supported: true,
    },
    settings: {},
    takes: 'client_secret_basic',
    grantsRefresh: always,
    renewalBrings: rotates,
    adminRole: 'admin',
    tell: (roles) => ({
      idToken: { typ: 'ID', azp: 'douze', sid: 'session' },
      accessToken: {
        typ: 'Bearer',
        azp: 'douze',
        aud: 'account',
        realm_access: { roles: ['default-roles-douze', 'offline_access', ...roles] },
      },
      userinfo: {},
    }),
  },
  {
    // The groups belong to the scope profile; offline_access counts with a consent only.
    name: 'Authentik',
    issuerPath: '/application/o/douze/',
    metadata: { token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'] },
    settings: {
      OIDC_SCOPE: 'openid profile offline_access',
      OIDC_AUTHORIZATION_PARAMETERS: 'prompt=consent',
      OIDC_ROLES_CLAIM: 'groups',
    },
    takes: 'client_secret_basic',
    grantsRefresh: (sent) => offline(sent) && sent.get('prompt') === 'consent',
    renewalBrings: rotates,
    adminRole: 'admin',
    tell: (roles, scopes) => {
      const claims = scopes.includes('profile') ? { name: 'Anna', groups: ['everybody', ...roles] } : {}
      return { idToken: claims, accessToken: claims, userinfo: claims }
    },
  },
  {
    // Since 4.39 the ID token has none of the claims that scopes ask for: they are at the userinfo endpoint.
    name: 'Authelia',
    metadata: {
      token_endpoint_auth_methods_supported: [
        'client_secret_basic',
        'client_secret_post',
        'client_secret_jwt',
        'private_key_jwt',
        'none',
      ],
      authorization_response_iss_parameter_supported: true,
      end_session_endpoint: undefined,
    },
    settings: { OIDC_SCOPE: 'openid groups offline_access', OIDC_ROLES_CLAIM: 'groups' },
    secret: 'p+q%r & s=tü',
    takes: 'client_secret_basic',
    grantsRefresh: offline,
    renewalBrings: rotates,
    adminRole: 'admin',
    tell: (roles, scopes) => ({
      idToken: { amr: ['pwd'] },
      accessToken: 'opaque',
      userinfo: scopes.includes('groups') ? { groups: ['fans', ...roles] } : {},
    }),
  },
  {
    // Roles are the keys of an object, each with the organisations that granted it; nobody without a role has the claim.
    name: 'Zitadel',
    metadata: {
      token_endpoint_auth_methods_supported: [
        'none',
        'client_secret_basic',
        'client_secret_post',
        'private_key_jwt',
      ],
    },
    settings: {
      OIDC_SCOPE: 'openid offline_access',
      OIDC_ROLES_CLAIM: 'urn:zitadel:iam:org:project:roles',
    },
    takes: 'client_secret_basic',
    grantsRefresh: offline,
    renewalBrings: rotates,
    adminRole: 'admin',
    tell: (roles) => {
      const granted = Object.fromEntries(roles.map((role) => [role, { '2718281828': 'douze.example' }]))
      const claims = roles.length > 0 ? { 'urn:zitadel:iam:org:project:roles': granted } : {}
      return { idToken: claims, accessToken: 'opaque', userinfo: claims }
    },
  },
  {
    // A claim map makes the claim; groups themselves are names with a domain, and ids.
    name: 'Kanidm',
    issuerPath: '/oauth2/openid/douze',
    metadata: { ...both, end_session_endpoint: undefined },
    settings: { OIDC_ROLES_CLAIM: 'roles' },
    takes: 'client_secret_basic',
    grantsRefresh: always,
    renewalBrings: rotates,
    adminRole: 'admin',
    tell: (roles) => {
      const claims = { groups: ['idm_all_accounts@idm.example'], ...(roles.length > 0 && { roles }) }
      return { idToken: claims, accessToken: 'opaque', userinfo: claims }
    },
  },
  {
    name: 'Pocket ID',
    metadata: {
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
    },
    settings: { OIDC_SCOPE: 'openid groups', OIDC_ROLES_CLAIM: 'groups' },
    takes: 'client_secret_basic',
    grantsRefresh: always,
    renewalBrings: rotates,
    adminRole: 'admin',
    tell: (roles, scopes) => {
      const claims = scopes.includes('groups') ? { groups: [...roles] } : {}
      return { idToken: claims, accessToken: { type: 'oauth-access-token' }, userinfo: claims }
    },
  },
  {
    // No page to sign out at, and an access token that is a JWT like the ID token.
    name: 'Dex',
    issuerPath: '/dex',
    metadata: { ...both, end_session_endpoint: undefined },
    settings: { OIDC_SCOPE: 'openid groups offline_access', OIDC_ROLES_CLAIM: 'groups' },
    takes: 'client_secret_basic',
    grantsRefresh: offline,
    renewalBrings: rotates,
    adminRole: 'admin',
    tell: (roles, scopes) => {
      const claims = scopes.includes('groups') && roles.length > 0 ? { groups: roles } : {}
      return { idToken: claims, accessToken: claims, userinfo: claims }
    },
  },
  {
    // An Action writes the claim, whose name has to be an address; the access token is for Auth0 alone.
    name: 'Auth0',
    issuerPath: '/',
    metadata: {
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'private_key_jwt'],
    },
    settings: {
      OIDC_SCOPE: 'openid offline_access',
      OIDC_ROLES_CLAIM: 'https://douze.example/roles',
    },
    takes: 'client_secret_basic',
    grantsRefresh: offline,
    renewalBrings: ['id_token'],
    adminRole: 'admin',
    subjectOf: (name) => `auth0|${name}`,
    tell: (roles) => {
      const claims = { 'https://douze.example/roles': roles }
      return { idToken: claims, accessToken: 'opaque', userinfo: claims }
    },
  },
  {
    // No roles anywhere, and refresh tokens by a parameter of its own.
    name: 'Google',
    metadata: {
      token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
      end_session_endpoint: undefined,
    },
    settings: { OIDC_AUTHORIZATION_PARAMETERS: 'access_type=offline&prompt=consent' },
    secret: 'GOCSPX-a_b',
    takes: 'client_secret_basic',
    grantsRefresh: (sent) => sent.get('access_type') === 'offline' && sent.get('prompt') === 'consent',
    renewalBrings: ['id_token'],
    tell: () => ({ idToken: { azp: 'douze' }, accessToken: 'opaque', userinfo: { picture: '' } }),
  },
  {
    // Nobody without an app role has the claim; the access token is a JWT for another service, that cannot be verified.
    name: 'Entra',
    issuerPath: '/00000000-1111-2222-3333-444444444444/v2.0',
    metadata: {
      token_endpoint_auth_methods_supported: ['client_secret_post', 'private_key_jwt', 'client_secret_basic'],
      code_challenge_methods_supported: undefined,
    },
    settings: { OIDC_SCOPE: 'openid offline_access', OIDC_ROLES_CLAIM: 'roles' },
    secret: 'Xy8Q~a.b-c_d',
    takes: 'client_secret_basic',
    grantsRefresh: offline,
    renewalBrings: rotates,
    adminRole: 'admin',
    tell: (roles) => ({
      idToken: { ver: '2.0', ...(roles.length > 0 && { roles }) },
      accessToken: 'foreign',
      userinfo: {},
    }),
  },
  {
    // One text, in any case, for which the operator asks; the secret in the body; renewals without an ID token; no userinfo.
    name: 'a generic provider',
    metadata: { token_endpoint_auth_methods_supported: ['client_secret_post'] },
    settings: { OIDC_ROLES_CLAIM: 'resource.role', OIDC_ROLES_ANY_CASE: '1' },
    clientId: 'douze:web',
    secret: 'ä+b%c d&e=f',
    takes: 'client_secret_post',
    grantsRefresh: always,
    renewalBrings: ['refresh_token'],
    adminRole: 'Admin',
    tell: (roles) => ({
      idToken: { resource: { role: roles[0] ?? 'Fan' } },
      accessToken: 'opaque',
    }),
  },
]

import type { IncomingHttpHeaders } from 'node:http'
import { startFakeProvider } from './fake-provider.ts'
import type { ProviderProfile } from './provider-profiles.ts'

interface Grant {
  name: string
  scope: string
  nonce: string | null
  hasRefresh: boolean
}

/** A provider that behaves as its profile says. `roles` are those of each person now. */
export async function startProfileProvider(profile: ProviderProfile) {
  const metadata = { ...profile.metadata }
  const fake = await startFakeProvider(0, { ...profile, metadata })
  const base = fake.issuer.replace(/\/$/, '')
  const hasUserinfo = profile.tell([], []).userinfo !== undefined
  if (hasUserinfo) metadata.userinfo_endpoint = `${base}/userinfo`
  const clientId = profile.clientId ?? 'douze'
  const clientSecret = profile.secret ?? 'demo'
  const subjectOf = profile.subjectOf ?? ((name) => name)
  const roles = new Map<string, string[]>()
  /** By code, refresh token and access token: each works for what it is for. */
  const grants = new Map<string, Grant>()
  let count = 0
  const issue = (kind: string, grant: Grant) => {
    count += 1
    grants.set(`${kind}-${count}`, grant)
    return `${kind}-${count}`
  }

  /** The name and password of HTTP basic authentication, decoded as RFC 6749 2.3.1 says, or those in the body. */
  function readClient(form: URLSearchParams, { authorization = '' }: IncomingHttpHeaders) {
    if (profile.takes === 'client_secret_post')
      return authorization === '' ? [form.get('client_id'), form.get('client_secret')] : []
    const pair = Buffer.from(authorization.replace('Basic ', ''), 'base64').toString()
    return pair.split(':').map((part) => new URLSearchParams(`x=${part}`).get('x'))
  }

  function tell({ name, scope }: Grant) {
    return profile.tell(roles.get(name) ?? [], scope.split(' '))
  }

  async function respond(grant: Grant, brings: readonly string[]) {
    const { idToken, accessToken } = tell(grant)
    const common = { sub: subjectOf(grant.name), aud: clientId, nbf: Math.floor(Date.now() / 1000) + 200 }
    const access =
      accessToken === 'opaque'
        ? issue('access', grant)
        : accessToken === 'foreign'
          ? await fake.idToken({ iss: 'https://sts.example/', aud: 'graph' }, { key: 'stranger' })
          : await fake.idToken({ ...common, ...accessToken })
    grants.set(access, grant)
    return {
      token_type: 'Bearer',
      expires_in: 600,
      access_token: access,
      ...(brings.includes('id_token') && {
        id_token: await fake.idToken({ ...common, nonce: grant.nonce ?? undefined, ...idToken }),
      }),
      ...(brings.includes('refresh_token') && grant.hasRefresh && { refresh_token: issue('refresh', grant) }),
    }
  }

  fake.tokens = async (form, headers) => {
    const client = readClient(form, headers)
    if (client[0] !== clientId || client[1] !== clientSecret)
      return { status: 401, body: { error: 'invalid_client' } }
    const token = form.get('code') ?? form.get('refresh_token') ?? ''
    const grant = grants.get(token)
    if (!grant || /^access/.test(token)) return { status: 400, body: { error: 'invalid_grant' } }
    if (form.has('code')) return { body: await respond(grant, ['id_token', 'refresh_token']) }
    if (profile.renewalBrings.includes('refresh_token')) grants.delete(token)
    const renewed = { ...grant, nonce: null, scope: form.get('scope') ?? grant.scope }
    return { body: await respond(renewed, profile.renewalBrings) }
  }
  fake.userinfo = async ({ authorization = '' }) => {
    const grant = grants.get(authorization.replace('Bearer ', ''))
    if (!grant) return { status: 401, body: {} }
    return { body: { sub: subjectOf(grant.name), ...tell(grant).userinfo } }
  }
  return {
    ...fake,
    roles,
    clientId,
    clientSecret,
    /** The address to which somebody comes back, once they have signed in at the provider. */
    authorize(sent: URL, name: string): string {
      const scope = sent.searchParams.get('scope') ?? ''
      const hasRefresh = profile.grantsRefresh(sent.searchParams)
      return fake.authorize(sent, {
        code: issue('code', { name, scope, nonce: sent.searchParams.get('nonce'), hasRefresh }),
      })
    },
  }
}

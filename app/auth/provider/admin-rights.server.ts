import { z } from 'zod'
import { config } from '#app/config.server.ts'
import { describeError, logLine } from '#app/server/monitoring/log.server.ts'
import type { RolesSource } from '#db/schema.server.ts'
import type { Provider } from './discovery.server.ts'
import { fetchJson } from './token-requests.server.ts'

const sources = ['id_token', 'access_token', 'userinfo'] as const

/** The verified claims about one person, of the sources that came. */
type ClaimsBySource = { readonly [source in RolesSource]?: object | undefined }

interface Person {
  subject: string
  accessToken: string | undefined
  /** What had the roles before; null where nothing had, or at a sign-in. */
  rolesFrom: RolesSource | null
}

let isMissingClaimLogged = false

/**
 * Whether a person is an admin by what came with a sign-in or a renewal, undefined when nothing decides, and what has the roles
 * (D25). Asks the userinfo endpoint where no token has them, 2 s at most. Logs once when nothing has. Never rejects.
 */
export async function readAdminRights(provider: Provider, tokens: ClaimsBySource, person: Person) {
  const { subject, rolesFrom } = person
  const isAsked = rolesFrom ? rolesFrom === 'userinfo' : !findSource(tokens)
  const claims = isAsked ? { ...tokens, userinfo: await fetchUserinfo(provider, person) } : tokens
  const isMissing = isAsked && !findSource(claims) && (claims.userinfo || !provider.userinfoUrl)
  if (isMissing && !isMissingClaimLogged) {
    isMissingClaimLogged = true
    logLine('warn', 'roles claim missing', { claim: config.provider.rolesClaim })
  }
  return { isAdmin: decideAdmin(subject, claims, rolesFrom), rolesFrom: rolesFrom ?? findSource(claims) }
}

/**
 * Whether the subject is an admin by configuration, or by a role in the claims (D25). Only the source that had the roles before
 * decides, where one had. Undefined when nothing decides.
 */
export function decideAdmin(subject: string, claims: ClaimsBySource, rolesFrom: RolesSource | null) {
  if (config.provider.adminSubjects.includes(subject)) return true
  const deciding = (rolesFrom ? [rolesFrom] : sources).flatMap((source) => claims[source] ?? [])
  return deciding.length === 0 ? undefined : deciding.some(hasAdminRole)
}

/** The first source with the role `admin`, else the first with any roles, else null. */
function findSource(claims: ClaimsBySource): RolesSource | null {
  const isAdminBy = (source: RolesSource) => hasAdminRole(claims[source])
  return sources.find(isAdminBy) ?? sources.find((source) => rolesOf(claims[source])) ?? null
}

function hasAdminRole(claims: unknown): boolean {
  return includesAdmin(rolesOf(claims) ?? [], config.provider.isRoleInAnyCase)
}

function rolesOf(claims: unknown): string[] | undefined {
  return readRoles(claims, config.provider.rolesClaim)
}

/** The claims of the userinfo endpoint, as JSON (OpenID Connect Core 5.3). Undefined when there is none, or when it fails. */
async function fetchUserinfo({ userinfoUrl }: Provider, { subject, accessToken }: Person) {
  if (!userinfoUrl || !accessToken) return undefined
  try {
    const headers = { Authorization: `Bearer ${accessToken}` }
    const claims = z
      .looseObject({ sub: z.string() })
      .parse(await fetchJson(userinfoUrl, { headers, timeoutMs: 2_000 }))
    if (claims.sub === subject) return claims
    throw new Error(`${userinfoUrl} answered for somebody else`)
  } catch (error) {
    logLine('warn', 'userinfo not read', describeError(error))
    return undefined
  }
}

/**
 * The roles at a claim's path such as 'realm_access.roles' (D25): a list, one text, or the keys of an object. Undefined where
 * there is no such claim. A claim whose own name contains dots (https://example.org/roles) is looked up by its full name first.
 */
export function readRoles(claims: unknown, path: string): string[] | undefined {
  const value = readClaim(claims, path)
  if (value === undefined || value === null) return undefined
  const roles = typeof value === 'object' && !Array.isArray(value) ? listGranted(value) : [value].flat()
  return roles.filter((role) => typeof role === 'string')
}

/** Whether one of the roles is `admin`, or the group's path '/admin' (D25). */
export function includesAdmin(roles: readonly string[], isAnyCase: boolean): boolean {
  const names = roles.map((role) => role.replace(/^\//, ''))
  return names.some((name) => (isAnyCase ? name.toLowerCase() : name) === 'admin')
}

/** `{ admin: false }` grants nothing. */
function listGranted(value: object): string[] {
  return Object.entries(value).flatMap(([role, grant]) => (grant ? [role] : []))
}

function readClaim(claims: unknown, path: string): unknown {
  const exact = readKey(claims, path)
  return exact === undefined ? path.split('.').reduce(readKey, claims) : exact
}

function readKey(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  return Object.getOwnPropertyDescriptor(value, key)?.value
}

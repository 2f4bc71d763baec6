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

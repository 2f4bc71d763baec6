/**
 * Whether token claims carry the role `admin` in a list at a path such as 'realm_access.roles' (D25). A text is no list.
 * A claim whose own name has dots (https://example.org/roles) is found by its full name first.
 */
export function hasAdminRole(claims: unknown, path: string): boolean {
  const roles = readClaim(claims, path)
  return Array.isArray(roles) && roles.includes('admin')
}

function readClaim(claims: unknown, path: string): unknown {
  const whole = readKey(claims, path)
  return whole === undefined ? path.split('.').reduce(readKey, claims) : whole
}

function readKey(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  return Object.getOwnPropertyDescriptor(value, key)?.value
}

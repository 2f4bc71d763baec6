/**
 * Whether token claims have the role `admin` in a list at a path such as 'realm_access.roles' (D25). A string is no list.
 * A claim whose own name contains dots (https://example.org/roles) is looked up by its full name first.
 */
export function hasAdminRole(claims: unknown, path: string): boolean {
  const roles = readClaim(claims, path)
  return Array.isArray(roles) && roles.includes('admin')
}

function readClaim(claims: unknown, path: string): unknown {
  const exact = readKey(claims, path)
  return exact === undefined ? path.split('.').reduce(readKey, claims) : exact
}

function readKey(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  return Object.getOwnPropertyDescriptor(value, key)?.value
}

/** The demo's accounts (F2). Their password is public, which is why the demo runs on localhost only. */
export const accounts = ['player', 'player2', 'player3', 'admin'] as const

const password = 'demo'

/** The account with these credentials, or undefined. */
export function findAccount(username: string, candidate: string): string | undefined {
  const account = accounts.find((name) => name === username.trim())
  return candidate === password ? account : undefined
}

/** Claims of the ID token beside `claimsOf`. Some providers send an e-mail address that no client requested. */
export function emailOf(subject: string): { email?: string } {
  return subject === 'player2' ? { email: 'player2@example.org' } : {}
}

/** Claims of ID and access tokens, in Keycloak's format. */
export function claimsOf(subject: string): { realm_access?: { roles: string[] } } {
  return subject === 'admin' ? { realm_access: { roles: ['admin'] } } : {}
}

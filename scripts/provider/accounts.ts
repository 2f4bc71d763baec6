/** The demo's people (F2). The password is public; that is why the demo runs on localhost only. */
export const accounts = ['player', 'player2', 'player3', 'admin'] as const

const password = 'demo'

/** The account that signs in with these, or undefined. */
export function findAccount(username: string, given: string): string | undefined {
  const account = accounts.find((name) => name === username.trim())
  return given === password ? account : undefined
}

/** What the ID token says beside `claimsOf`. Some providers tell an e-mail address although nobody asks for it. */
export function emailOf(subject: string): { email?: string } {
  return subject === 'player2' ? { email: 'player2@example.org' } : {}
}

/** Claims of ID and access tokens, in the shape Keycloak gives them. */
export function claimsOf(subject: string): { realm_access?: { roles: string[] } } {
  return subject === 'admin' ? { realm_access: { roles: ['admin'] } } : {}
}

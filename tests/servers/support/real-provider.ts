import type { Browser } from '#tests/support/browser.ts'

/** An identity provider that runs on a port of its own, with Douze as its client, a player and an admin. */
export interface RealProvider {
  issuer: string
  /** The settings of Douze that differ from their defaults. */
  settings: Record<string, string>
  player: string
  admin: string
  /** Whether it tells Douze of a sign-out there. Without that the session here goes on. */
  hasBackChannel: boolean
  /** Signs a browser in, from the address of an authorization request on. Returns where it is sent back to. */
  signIn(browser: Browser, url: string, username: string): Promise<string>
  /** Confirms the sign-out that the address asks for. Returns where the browser is sent. */
  confirmSignOut(browser: Browser, url: string): Promise<string>
  /** Signs a browser out at the provider only; `session` is the id of the session there. */
  signOutThere(browser: Browser, session: string): Promise<void>
  /** Whether the provider still knows who uses the browser. */
  isSignedInThere(browser: Browser): Promise<boolean>
  /** Takes the role from the admin. */
  takeRoleAway(): Promise<void>
  /** Makes the refresh tokens of a user invalid, as the user or an operator can; the browser is signed in as that user. */
  revokeTokens(browser: Browser): Promise<void>
  stop(): Promise<void>
}

import { config } from '#app/config.server.ts'

/** Whether a mail server is configured; everything else works without one. */
export function isMailEnabled(): boolean {
  return config.mail !== undefined
}

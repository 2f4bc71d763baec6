import { config } from '#app/config.server.ts'

/** Whether this server sends mails: without a mail server configured the rest of the product runs all the same. */
export function isMailEnabled(): boolean {
  return config.mail !== undefined
}

import { z } from 'zod'
import { clearCookie, cookies, readCookie, serializeCookie } from './cookie.server.ts'

/** The limit of a cookie in browsers, in characters. */
const MAX_COOKIE_LENGTH = 4096

const flashSchema = z.object({
  code: z.string().regex(/^[A-Za-z][\w-]{0,63}$/),
  params: z.record(z.string().max(40), z.string().max(200)).optional(),
})

/** A flash message for the next page: a code (texts: app/ui/messages/flash-messages.ts) and its parameters. */
export type Flash = z.output<typeof flashSchema>

/** The Set-Cookie value of a flash message. A bare string is a code without parameters. */
export function serializeFlashCookie(flash: Flash | string): string {
  const message = flashSchema.parse(typeof flash === 'string' ? { code: flash } : flash)
  return serializeCookie(cookies.flash, Buffer.from(JSON.stringify(message)).toString('base64url'))
}

/** Reads the flash message, with the headers that clear its cookie. Only the root loader calls it. */
export function readFlash(request: Request): { flash: Flash | undefined; headers: HeadersInit } {
  const cookie = readCookie(request.headers.get('Cookie'), cookies.flash)
  if (cookie === undefined) return { flash: undefined, headers: {} }
  return { flash: decode(cookie), headers: { 'Set-Cookie': clearCookie(cookies.flash) } }
}

/** Undefined for an invalid cookie: visitors can change cookies. */
function decode(cookie: string): Flash | undefined {
  if (cookie.length > MAX_COOKIE_LENGTH) return undefined
  try {
    return flashSchema.safeParse(JSON.parse(Buffer.from(cookie, 'base64url').toString('utf8'))).data
  } catch {
    return undefined
  }
}

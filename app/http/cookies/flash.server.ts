import { z } from 'zod'
import { config } from '#app/config.server.ts'

const NAME = 'flash'
/** What browsers keep of a cookie, in characters. */
const MAX_COOKIE_LENGTH = 4096
const ATTRIBUTES = `Path=/; HttpOnly; SameSite=Lax${config.isHttps ? '; Secure' : ''}`

const flashSchema = z.object({
  code: z.string().regex(/^[A-Za-z][\w-]{0,63}$/),
  params: z.record(z.string().max(40), z.string().max(200)).optional(),
})

/** What the next page says once: a code whose words live in app/ui, and the texts that fill its gaps. */
export type Flash = z.output<typeof flashSchema>

/** The Set-Cookie line that carries a note to the next page. A bare string is a note without params. */
export function serializeFlashCookie(flash: Flash | string): string {
  const whole = flashSchema.parse(typeof flash === 'string' ? { code: flash } : flash)
  return `${NAME}=${Buffer.from(JSON.stringify(whole)).toString('base64url')}; Max-Age=60; ${ATTRIBUTES}`
}

/** Takes the waiting note, if any, with the headers that clear it: root's loader answers `data({ note }, { headers })`. */
export function readFlash(request: Request): { flash: Flash | undefined; headers: HeadersInit } {
  const cookie = readCookie(request.headers.get('Cookie'), NAME)
  if (cookie === undefined) return { flash: undefined, headers: {} }
  return { flash: decode(cookie), headers: { 'Set-Cookie': `${NAME}=; Max-Age=0; ${ATTRIBUTES}` } }
}

/** The value of one cookie of a Cookie header; the first one when it was sent twice. */
export function readCookie(header: string | null | undefined, name: string): string | undefined {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
}

/** Anything that is not a note of ours is no note: visitors can write cookies too. */
function decode(cookie: string): Flash | undefined {
  if (cookie.length > MAX_COOKIE_LENGTH) return undefined
  try {
    return flashSchema.safeParse(JSON.parse(Buffer.from(cookie, 'base64url').toString('utf8'))).data
  } catch {
    return undefined
  }
}

import { z } from 'zod'
import { config } from '#app/config.server.ts'

const NAME = 'flash'
/** What browsers keep of a cookie, in characters. */
const LONGEST = 4096
const ATTRIBUTES = `Path=/; HttpOnly; SameSite=Lax${config.isHttps ? '; Secure' : ''}`

const note = z.object({
  code: z.string().regex(/^[A-Za-z][\w-]{0,63}$/),
  params: z.record(z.string().max(40), z.string().max(200)).optional(),
})

/** What the next page says once: a code whose words live in app/ui, and the texts that fill its gaps. */
export type Note = z.output<typeof note>

/** The Set-Cookie line that carries a note to the next page. A bare string is a note without params. */
export function noteCookie(given: Note | string): string {
  const whole = note.parse(typeof given === 'string' ? { code: given } : given)
  return `${NAME}=${Buffer.from(JSON.stringify(whole)).toString('base64url')}; Max-Age=60; ${ATTRIBUTES}`
}

/** Takes the waiting note, if any, with the headers that clear it: root's loader answers `data({ note }, { headers })`. */
export function takeNote(request: Request): { note: Note | undefined; headers: HeadersInit } {
  const cookie = cookieValue(request.headers.get('Cookie'), NAME)
  if (cookie === undefined) return { note: undefined, headers: {} }
  return { note: decode(cookie), headers: { 'Set-Cookie': `${NAME}=; Max-Age=0; ${ATTRIBUTES}` } }
}

/** The value of one cookie of a Cookie header; the first one when it was sent twice. */
export function cookieValue(header: string | null | undefined, name: string): string | undefined {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
}

/** Anything that is not a note of ours is no note: visitors can write cookies too. */
function decode(cookie: string): Note | undefined {
  if (cookie.length > LONGEST) return undefined
  try {
    return note.safeParse(JSON.parse(Buffer.from(cookie, 'base64url').toString('utf8'))).data
  } catch {
    return undefined
  }
}

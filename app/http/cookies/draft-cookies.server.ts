import { clearCookie, cookies, readCookie, serializeCookie } from './cookie.server.ts'

type DraftCookie = typeof cookies.teamDraft | typeof cookies.lineupDraft

/** A browser stores 4,096 characters; a draft with valid names needs a third of it. */
const MAX_LENGTH = 3000

/** Whose draft it is, in which season: a draft of another manager or season is none. */
interface Owner {
  managerId: number
  gameId: number
}

/** What a draft's value begins with. */
export const formatOwner = ({ managerId, gameId }: Owner) => `${gameId}-${managerId}.`

/** The query of the draft that this manager left unsaved; null without one (D52). Visitors can change cookies. */
export function readLeftDraft(request: Request, cookie: DraftCookie, owner: Owner): URLSearchParams | null {
  const value = readCookie(request.headers.get('Cookie'), cookie) ?? ''
  const start = formatOwner(owner)
  return value.startsWith(start) && value.length <= MAX_LENGTH
    ? new URLSearchParams(value.slice(start.length))
    : null
}

/** The headers that store a draft's query until it is saved, discarded, or its manager signs out (D52). One that is too long ends an older one. */
export function storeDraft(cookie: DraftCookie, owner: Owner, query: string): HeadersInit {
  const value = formatOwner(owner) + query
  return { 'Set-Cookie': value.length <= MAX_LENGTH ? serializeCookie(cookie, value) : clearCookie(cookie) }
}

export const clearDraftCookies = [clearCookie(cookies.teamDraft), clearCookie(cookies.lineupDraft)]

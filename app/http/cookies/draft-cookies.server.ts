import { clearCookie, cookies, readCookie, serializeCookie } from './cookie.server.ts'

type DraftCookie = typeof cookies.teamDraft | typeof cookies.lineupDraft

/** A browser stores 4,096 characters; a draft with valid names needs a third of it. */
const MAX_LENGTH = 3000

/** The query of the draft that this manager left unsaved; null without one (D52). Visitors can change cookies. */
export function readLeftDraft(
  request: Request,
  cookie: DraftCookie,
  managerId: number,
): URLSearchParams | null {
  const value = readCookie(request.headers.get('Cookie'), cookie) ?? ''
  const owner = `${managerId}.`
  return value.startsWith(owner) && value.length <= MAX_LENGTH
    ? new URLSearchParams(value.slice(owner.length))
    : null
}

/** The headers that store a draft's query until it is saved, discarded, or its manager signs out (D52). */
export function storeDraft(cookie: DraftCookie, managerId: number, query: string): HeadersInit {
  const value = `${managerId}.${query}`
  return value.length <= MAX_LENGTH ? { 'Set-Cookie': serializeCookie(cookie, value) } : {}
}

export const clearDraftCookies = [clearCookie(cookies.teamDraft), clearCookie(cookies.lineupDraft)]

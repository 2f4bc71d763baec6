import { limitId } from '#app/game/limit-id.ts'
import { decodeUri } from '#app/game/text/decode-uri.ts'

/** The league and the secret of an invite link. */
export interface Invite {
  leagueId: number
  secret: string
}

/** The path of an invite link: one part, without the `&` that chats mangle (D42). */
export function invitePath({ leagueId, secret }: Invite): string {
  return `/join/${leagueId}-${encodeURIComponent(secret)}`
}

/** The page of an invite for who is signed in, which is also the form of older links. */
export function inviteFormPath({ leagueId, secret }: Invite): string {
  return `/game/leagues?leagueId=${leagueId}&invite=${encodeURIComponent(secret)}`
}

/**
 * Reads the last part of an invite link, decoded, at most 2 kB. A secret has 22 characters: what a chat adds behind it is cut off.
 * Undefined when it is no invite link.
 */
export function readInviteLink(text: string): Invite | undefined {
  const [, id, secret] = /^(\d{1,12})-([\w-]{1,22})/.exec(text) ?? []
  return id === undefined || secret === undefined ? undefined : { leagueId: limitId(Number(id)), secret }
}

/**
 * Reads the query of an older invite link, `?leagueId=…&invite=…`, whatever a chat made of its `&` and added behind it. A secret that
 * is none is ''. Undefined when the query has no invite.
 */
export function readInviteQuery(search: string): Invite | undefined {
  const text = decodeUri(search) ?? search.replaceAll('%26', '&')
  const [, secret] = /[?&;+\s]invite=([\w-]{0,22})/.exec(text) ?? []
  const [, id] = /[?&;+\s]leagueId=(\d{1,12})(?!\d)/.exec(text) ?? []
  return secret === undefined ? undefined : { leagueId: limitId(Number(id ?? 0)), secret: id ? secret : '' }
}

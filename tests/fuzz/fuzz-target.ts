import { bodyLimits } from '#app/http/request-body.server.ts'
import { buildPayload, type Encode, type Payload } from './payloads.ts'

/** The senders: signed out, a manager with a team, an admin with a team. */
export const visitors = ['stranger', 'player', 'admin'] as const
export type VisitorKind = (typeof visitors)[number]

/** A request without its session; each character is one byte. */
export interface FuzzRequest {
  method: string
  path: string
  headers?: Record<string, string>
  body?: string
  /** Sends no session cookie, whoever the visitor is. */
  isAnonymous?: boolean
}

/** A part of a request that the server reads, and the payloads to try in it. */
export interface FuzzTarget {
  /** Method and address, with '{…}' for parameters. */
  address: string
  /** The part of the request. */
  part: string
  /** The visitor that the address is for. */
  visitor: VisitorKind
  /** The maximum size of the text. */
  bytes: number
  spell: Encode
  shapes: readonly Payload[]
  /** The request with an encoded text in this part. */
  send: (spelled: string) => FuzzRequest
  /** Whether a payload must be rejected with 4xx; elsewhere it may also be ignored. */
  isRefused: boolean
  /** Whether the response may contain the text: an admin's own article. */
  isShown?: boolean
}

/** What an admin pasted (`PASTED_LIMIT` at most), or has left (`KEPT_LIMIT`) beside the fields, comes back in its field, and once more in the data for the page's script. */
export function isPastedAtDesk(route: string, field: string): boolean {
  return route === 'admin.desk' && (field === 'pasted' || field === 'kept')
}

/** Bytes of a body beside the text: names, other fields and boundaries. */
export const frameBytes = 1024

/** The request with the longest payload that the target and the visitor may send. */
export function buildRequest(
  { bytes, spell, send }: FuzzTarget,
  shape: Payload,
  visitor: VisitorKind,
): FuzzRequest {
  const maxBytes = visitor === 'stranger' ? bodyLimits.anonymous - frameBytes : bytes
  return send(buildPayload(shape, Math.min(bytes, maxBytes), spell))
}

/** The same with a harmless text. */
export function buildHarmlessRequest({ spell, send }: FuzzTarget, text = 'x'): FuzzRequest {
  return send(spell(text))
}

/** The target's name in reports. */
export function describeTarget({ address, part }: FuzzTarget): string {
  return `${address}, ${part}`
}

import { bodyLimits } from '#app/server/request/body-limits.server.ts'
import { buildPayload, type Encode, type Payload } from './payloads.ts'

/** Who sends: nobody who is signed in, a manager with a team, an admin with one. */
export const visitors = ['stranger', 'player', 'admin'] as const
export type VisitorKind = (typeof visitors)[number]

/** A request but for its session; each character stands for one byte. */
export interface FuzzRequest {
  method: string
  path: string
  headers?: Record<string, string>
  body?: string
  /** Whether no session comes along, whoever sends it. */
  isAnonymous?: boolean
}

/** A part of a request that the product looks at, and all that is tried in it. */
export interface FuzzTarget {
  /** Method and address, '{…}' where an address takes something. */
  address: string
  /** Which part of the request it is. */
  part: string
  /** For whom it is. */
  visitor: VisitorKind
  /** How many bytes the text may have. */
  bytes: number
  spell: Encode
  shapes: readonly Payload[]
  /** The request with a spelled text in this place. */
  send: (spelled: string) => FuzzRequest
  /** Whether too much is to be refused with 4xx; elsewhere it may also be taken for not sent. */
  isRefused: boolean
  /** Whether the answer shows what was sent, as far as it may have it: an admin's own article. */
  isShown?: boolean
}

/** What nobody looks at the body's text for: names, other fields and what stands between parts. */
export const frameBytes = 1024

/** The request of a place with a shape as long as the place, and who sends it, may have it. */
export function buildRequest(
  { bytes, spell, send }: FuzzTarget,
  shape: Payload,
  visitor: VisitorKind,
): FuzzRequest {
  const most = visitor === 'stranger' ? bodyLimits.stranger - frameBytes : bytes
  return send(buildPayload(shape, Math.min(bytes, most), spell))
}

/** The same with a harmless text. */
export function buildHarmlessRequest({ spell, send }: FuzzTarget, text = 'x'): FuzzRequest {
  return send(spell(text))
}

/** A place in words. */
export function describeTarget({ address, part }: FuzzTarget): string {
  return `${address}, ${part}`
}

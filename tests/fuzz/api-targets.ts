import { z } from 'zod'
import { type Endpoint, endpoints } from '#app/api/endpoints.ts'
import { bodyLimits } from '#app/http/request-body.server.ts'
import { type FuzzRequest, type FuzzTarget, frameBytes } from './fuzz-target.ts'
import { asBytes, inJson, type Payload, payloads } from './payloads.ts'

const bytes = bodyLimits.json - frameBytes

/** The endpoints with a JSON body. */
const withBody = endpoints.flatMap(({ body, ...call }) =>
  body instanceof z.ZodObject ? [{ ...call, body }] : [],
)

/** Valid bodies of the endpoints whose schema has no example. */
const bases: Record<string, Record<string, unknown>> = {
  '/api/admin/game/active/round-scores/{round}': { playerScores: [{ playerId: 1, score: 1 }] },
}

type CallWithBody = (typeof withBody)[number]

/** Each field of each endpoint, with texts and with other JSON values. */
export function listApiTargets(): FuzzTarget[] {
  return withBody.flatMap((call) =>
    Object.keys(call.body.shape).flatMap((field) => {
      const target = { visitor: visitorOf(call), bytes, isRefused: true }
      const address = addressOf(call)
      const isShown = call.access === 'admin' && field === 'content'
      const send = (json: string) =>
        toRequest(call, `{${[...spellBase(call, field), `"${field}":${json}`].join()}}`)
      return [
        {
          ...target,
          address,
          part: field,
          isShown,
          isRefused: !isShown,
          spell: inJson,
          shapes: payloads,
          send: (text: string) => send(`"${text}"`),
        },
        { ...target, address, part: `${field}, no text`, spell: asBytes, shapes: structures, send },
      ]
    }),
  )
}

/** Each endpoint's whole body. */
export function listJsonBodyTargets(): FuzzTarget[] {
  return withBody.map((call) => ({
    address: addressOf(call),
    part: 'the body',
    visitor: visitorOf(call),
    bytes,
    spell: asBytes,
    shapes: structures,
    send: (json) => toRequest(call, json),
    isRefused: true,
  }))
}

const structures: readonly Payload[] = [
  { says: 'arrays in arrays', unit: '[', close: ']' },
  { says: 'objects in objects', unit: '{"a":', tail: '1', close: '}' },
  { says: 'objects of an object’s own names', unit: '{"__proto__":{"constructor":', tail: '1', close: '}}' },
  { says: 'arrays that never end', unit: '[' },
  { says: 'an array of numbers', head: '[1', unit: ',1', tail: ']' },
  { says: 'an array of texts', head: '[""', unit: ',"x"', tail: ']' },
  { says: 'a number of many digits', head: '1', unit: '0' },
  { says: 'the same key again and again', head: '{"a":1', unit: ',"a":1', tail: '}' },
]

const addressOf = ({ method, path }: Endpoint) => `${method.toUpperCase()} ${path}`

function visitorOf({ access }: Endpoint) {
  return access === 'admin' ? ('admin' as const) : ('player' as const)
}

function spellBase(call: CallWithBody, without: string): string[] {
  const base = bases[call.path] ?? z.record(z.string(), z.unknown()).parse(call.body.meta()?.example)
  const others = Object.entries(base).filter(([name]) => name !== without)
  return others.map(([name, value]) => `"${name}":${asBytes(JSON.stringify(value))}`)
}

function toRequest({ method, path }: CallWithBody, body: string): FuzzRequest {
  const headers = { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' }
  return { method: method.toUpperCase(), path: path.replace(/\{\w+\}/, '1'), headers, body }
}

import { bodyLimits } from '#app/http/request-body.server.ts'
import { type FuzzRequest, type FuzzTarget, frameBytes } from './fuzz-target.ts'
import { asBytes, type Encode, inForm, type Payload, payloads } from './payloads.ts'

/** The page and the endpoint that accept multipart forms. */
const addresses = ['/admin/news/new', '/api/admin/news/upload/news-image']
const field = 'Content-Disposition: form-data; name='
const bytes = bodyLimits.form - frameBytes

type Write = (text: string) => string

/** The parts of a multipart form that may be long: text, name, file name, type, and the number of parts. */
const parts: [part: string, write: Write, own?: { spell?: Encode; shapes?: readonly Payload[] }][] = [
  ['a text', (text) => `${field}"title"\r\n\r\n${text}`],
  ['the name of a part', (text) => `${field}"${text}"\r\n\r\nx`, { spell: inForm }],
  ['the name of a file', (text) => `${field}"file"; filename="${text}"\r\n\r\nx`, { spell: inForm }],
  ['a type', (text) => `${field}"file"; filename="x"\r\nContent-Type: ${text}\r\n\r\nx`, { spell: inForm }],
  ['a picture', (text) => `${field}"file"; filename="x.png"\r\nContent-Type: image/png\r\n\r\n${text}`],
  ['many parts', (text) => text, { shapes: [{ says: 'parts', unit: `${field}"a"\r\n\r\nx\r\n--b\r\n` }] }],
]

/** Each part of each multipart form. */
export function listMultipartTargets(): FuzzTarget[] {
  return addresses.flatMap((path) =>
    parts.map(([part, write, { spell = asBytes, shapes: own = payloads } = {}]) => ({
      address: `POST ${path}`,
      part: `in parts, ${part}`,
      visitor: 'admin' as const,
      bytes,
      spell,
      shapes: own,
      send: (text: string) => toRequest(path, write(text)),
      isRefused: false,
    })),
  )
}

/** Texts as long as a picture may be, for visitors who may not upload one. */
export function listTooManyPartsTargets(): FuzzTarget[] {
  const [letters] = payloads
  return listMultipartTargets()
    .filter(({ part }) => part.endsWith('a text'))
    .map((target) => ({ ...target, part: '8 MB', bytes: 8_000_000, shapes: letters ? [letters] : [] }))
}

function toRequest(path: string, text: string): FuzzRequest {
  const headers = { 'Content-Type': 'multipart/form-data; boundary=b', 'Sec-Fetch-Site': 'same-origin' }
  const intent = `${field}"intent"\r\n\r\npreview`
  return { method: 'POST', path, headers, body: `--b\r\n${intent}\r\n--b\r\n${text}\r\n--b--\r\n` }
}

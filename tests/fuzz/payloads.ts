/** A text of any length: a head, a repeated unit, a tail, and as many closing units. */
export interface Payload {
  says: string
  head?: string
  unit: string
  tail?: string
  close?: string
  /** Whether the server may ignore it even where payloads must be rejected. */
  isIgnored?: boolean
}

/** An unpaired surrogate, which is invalid in UTF-8: it is sent as the three bytes that it would have. */
const surrogate = '\ud800'

/** Texts that are known to slow down regular expressions, parsers or normalisation. */
export const payloads: readonly Payload[] = [
  { says: 'letters', unit: 'a' },
  { says: 'digits', unit: '9' },
  { says: 'a suffix again and again', head: '/x', unit: '.data', tail: 'y.data' },
  { says: 'combining marks', head: 'a', unit: '\u0301\u0327' },
  { says: 'spaces between two letters', head: 'x', unit: ' ', tail: 'x' },
  { says: 'line breaks and tabs', head: 'x', unit: '\n\t', tail: 'x' },
  { says: 'slashes', head: '/a', unit: '/', tail: 'x' },
  { says: 'brackets', unit: '([{<' },
  { says: 'elements in elements', unit: '<b><i>' },
  { says: 'quotes', unit: `"'\`\\` },
  { says: 'ampersands and percent signs', unit: '&%' },
  { says: 'commas and semicolons', unit: 'a=1;q=0,' },
  { says: 'dots and at signs', unit: 'a@a.' },
  { says: 'emoji', unit: '👨‍👩‍👧' },
  { says: 'NUL', unit: 'a\0' },
  { says: 'unpaired surrogates', unit: surrogate },
  { says: 'an array’s and an object’s own names', unit: '__proto__.constructor[length].' },
]

/** Encodes a piece of text for a part of a request, one character for each byte; pieces can be concatenated. */
export type Encode = (piece: string) => string

/** Plain bytes. */
export const asBytes: Encode = (piece) =>
  [...piece]
    .map((char) => (char === surrogate ? '\xed\xa0\x80' : Buffer.from(char).toString('latin1')))
    .join('')

const percentUnless =
  (plain: RegExp): Encode =>
  (piece) =>
    asBytes(piece).replace(/[\s\S]/g, (byte) => (plain.test(byte) ? byte : percent(byte)))

const percent = (byte: string) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`

/** For a form's body, with as few bytes for each character as possible. */
export const inForm = percentUnless(/[!-$'-*,-~\x80-\xff]/)
export const inQuery = percentUnless(/[!"$'-*,-~]/)
export const inPath = percentUnless(/[!"$&->@-~]/)
export const inHeader = percentUnless(/[ -~\x80-\xff]/)
/** For the inside of a JSON string. */
export const inJson: Encode = (piece) => asBytes(JSON.stringify(piece).slice(1, -1))

/** The longest text of a payload that fits into so many bytes. */
export function buildPayload(
  { head = '', unit, tail = '', close = '' }: Payload,
  bytes: number,
  spell: Encode,
): string {
  const [first, again, last, closing] = [spell(head), spell(unit), spell(tail), spell(close)]
  const count = Math.floor((bytes - first.length - last.length) / (again.length + closing.length))
  return first + again.repeat(Math.max(1, count)) + last + closing.repeat(Math.max(1, count))
}

/** A rejected form shows at most so many characters of a text that is too long (D16), in the mail address. */
const maxShown = 512

/** Pieces of a payload that no response may contain, as encoded in pages, addresses and JSON. */
export function findTraces({ unit }: Payload): string[] {
  const run = unit.repeat(Math.ceil(maxShown / [...unit].length))
  const inHtml = run.replace(/[&<>"']/g, (char) => entities.get(char) ?? char)
  const inAddress = new URLSearchParams({ run }).toString().slice('run='.length)
  return [asBytes(run), asBytes(inHtml), inAddress, inQuery(run), inJson(run)]
}

const entities = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#x27;'],
])

/** A text of any length: a beginning, a unit that is repeated, an end, and as many closing units behind it. */
export interface Payload {
  says: string
  head?: string
  unit: string
  tail?: string
  close?: string
  /** Whether it may be left out of account also where too much is refused. */
  isIgnored?: boolean
}

/** An unpaired surrogate: no UTF-8 has it, so that it is sent as the three bytes that it would have. */
const surrogate = '\ud800'

/** What has made expressions, parsers or normalisation slow, here or elsewhere. */
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

/** Spells a piece of text for a place of a request, one character for each byte; pieces can be joined. */
export type Encode = (piece: string) => string

/** As it is. */
export const asBytes: Encode = (piece) =>
  [...piece]
    .map((char) => (char === surrogate ? '\xed\xa0\x80' : Buffer.from(char).toString('latin1')))
    .join('')

const percentUnless =
  (kept: RegExp): Encode =>
  (piece) =>
    asBytes(piece).replace(/[\s\S]/g, (byte) => (kept.test(byte) ? byte : percent(byte)))

const percent = (byte: string) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`

/** In a form's body: as few bytes for each character as can be. */
export const inForm = percentUnless(/[!-$'-*,-~\x80-\xff]/)
export const inQuery = percentUnless(/[!"$'-*,-~]/)
export const inPath = percentUnless(/[!"$&->@-~]/)
export const inHeader = percentUnless(/[ -~\x80-\xff]/)
/** Between the quotes of a JSON text. */
export const inJson: Encode = (piece) => asBytes(JSON.stringify(piece).slice(1, -1))

/** As much of a shape as fits into so many bytes. */
export function buildPayload(
  { head = '', unit, tail = '', close = '' }: Payload,
  bytes: number,
  spell: Encode,
): string {
  const [first, again, last, closing] = [spell(head), spell(unit), spell(tail), spell(close)]
  const count = Math.floor((bytes - first.length - last.length) / (again.length + closing.length))
  return first + again.repeat(Math.max(1, count)) + last + closing.repeat(Math.max(1, count))
}

/** A form that is shown again shows the beginning of a text that is too long (D16): of an e-mail address the most. */
const mostShown = 512

/** So much of a shape that no answer may repeat it, in the spellings that pages, addresses and JSON have. */
export function findTraces({ unit }: Payload): string[] {
  const run = unit.repeat(Math.ceil(mostShown / [...unit].length))
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

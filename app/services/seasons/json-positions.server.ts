/** A syntax error in JSON text. `offset` counts characters from 0. */
export class JsonSyntaxError extends Error {
  readonly offset: number

  constructor(message: string, offset: number) {
    super(message)
    this.offset = offset
  }
}

const space = /[ \t\n\r]*/y
const token =
  /[{}[\],:]|"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

/**
 * The offset of each value in a JSON text by its path ('rounds.0.title'), so that a message about a field can name
 * its line. Throws JsonSyntaxError at the first unexpected character or repeated key: JSON.parse reports no position
 * for most errors and silently uses the last of two equal keys.
 */
export function locateJsonValues(text: string): Map<string, number> {
  const reader: JsonReader = { text, offset: 0, offsets: new Map() }
  readValue(reader, '')
  const rest = skipSpace(reader)
  if (rest < text.length) throw new JsonSyntaxError('something stands after the end', rest)
  return reader.offsets
}

/** Line and column of an offset, 1-based as in editors. */
export function toLineAndColumn(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

interface JsonReader {
  text: string
  offset: number
  offsets: Map<string, number>
}

function skipSpace(reader: JsonReader): number {
  space.lastIndex = reader.offset
  return reader.offset + (space.exec(reader.text)?.[0].length ?? 0)
}

function readToken(reader: JsonReader, expected: string): string {
  const start = skipSpace(reader)
  token.lastIndex = start
  const read = token.exec(reader.text)?.[0]
  if (read === undefined) {
    const found = start >= reader.text.length ? 'the end of the file' : JSON.stringify(reader.text[start])
    throw new JsonSyntaxError(`expected ${expected}, found ${found}`, start)
  }
  reader.offset = start + read.length
  return read
}

function readValue(reader: JsonReader, path: string, read = readToken(reader, 'a value')): void {
  const start = reader.offset - read.length
  reader.offsets.set(path, start)
  if (read === '{') readMembers(reader, path)
  else if (read === '[') readItems(reader, path)
  else if (/^[}\],:]/.test(read)) throw new JsonSyntaxError(`expected a value, found '${read}'`, start)
}

function readItems(reader: JsonReader, path: string): void {
  let read = readToken(reader, "a value or ']'")
  if (read === ']') return
  for (let index = 0; ; index++) {
    readValue(reader, join(path, String(index)), read)
    if (readSeparator(reader, ']') === ']') return
    read = readToken(reader, 'a value')
  }
}

function readMembers(reader: JsonReader, path: string): void {
  let read = readToken(reader, "a field name or '}'")
  if (read === '}') return
  for (;;) {
    readMember(reader, path, read)
    if (readSeparator(reader, '}') === '}') return
    read = readToken(reader, 'a field name')
  }
}

function readMember(reader: JsonReader, path: string, read: string): void {
  const start = reader.offset - read.length
  if (!read.startsWith('"')) throw new JsonSyntaxError(`expected a field name, found '${read}'`, start)
  const name: unknown = JSON.parse(read)
  const inside = join(path, String(name))
  if (reader.offsets.has(inside)) throw new JsonSyntaxError(`the field ${read} stands twice`, start)
  const colon = readToken(reader, "':'")
  if (colon !== ':') throw new JsonSyntaxError(`expected ':', found '${colon}'`, reader.offset - colon.length)
  readValue(reader, inside)
}

function readSeparator(reader: JsonReader, end: '}' | ']'): string {
  const read = readToken(reader, `',' or '${end}'`)
  if (read === ',' || read === end) return read
  throw new JsonSyntaxError(`expected ',' or '${end}', found '${read}'`, reader.offset - read.length)
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}

/** Where JSON text stops being JSON. `offset` counts characters from 0. */
export class JsonProblem extends Error {
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
 * Where each value of a JSON text begins, by its path ('rounds.0.title'), so that a message about a field can
 * name its line. Throws JsonProblem at the first character that does not belong, or at a key that stands twice:
 * JSON.parse tells no place for most mistakes and takes the last of two keys silently.
 */
export function jsonPlaces(text: string): Map<string, number> {
  const walk: Walk = { text, offset: 0, places: new Map() }
  readValue(walk, '')
  const rest = skipSpace(walk)
  if (rest < text.length) throw new JsonProblem('something stands after the end', rest)
  return walk.places
}

/** Line and column of an offset, counted from 1 as editors do. */
export function lineAndColumn(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

interface Walk {
  text: string
  offset: number
  places: Map<string, number>
}

function skipSpace(walk: Walk): number {
  space.lastIndex = walk.offset
  return walk.offset + (space.exec(walk.text)?.[0].length ?? 0)
}

function next(walk: Walk, expected: string): string {
  const start = skipSpace(walk)
  token.lastIndex = start
  const read = token.exec(walk.text)?.[0]
  if (read === undefined) {
    const found = start >= walk.text.length ? 'the end of the file' : JSON.stringify(walk.text[start])
    throw new JsonProblem(`expected ${expected}, found ${found}`, start)
  }
  walk.offset = start + read.length
  return read
}

function readValue(walk: Walk, path: string, read = next(walk, 'a value')): void {
  const start = walk.offset - read.length
  walk.places.set(path, start)
  if (read === '{') readMembers(walk, path)
  else if (read === '[') readItems(walk, path)
  else if (/^[}\],:]/.test(read)) throw new JsonProblem(`expected a value, found '${read}'`, start)
}

function readItems(walk: Walk, path: string): void {
  let read = next(walk, "a value or ']'")
  if (read === ']') return
  for (let index = 0; ; index++) {
    readValue(walk, join(path, String(index)), read)
    if (readSeparator(walk, ']') === ']') return
    read = next(walk, 'a value')
  }
}

function readMembers(walk: Walk, path: string): void {
  let read = next(walk, "a field name or '}'")
  if (read === '}') return
  for (;;) {
    readMember(walk, path, read)
    if (readSeparator(walk, '}') === '}') return
    read = next(walk, 'a field name')
  }
}

function readMember(walk: Walk, path: string, read: string): void {
  const start = walk.offset - read.length
  if (!read.startsWith('"')) throw new JsonProblem(`expected a field name, found '${read}'`, start)
  const name: unknown = JSON.parse(read)
  const inside = join(path, String(name))
  if (walk.places.has(inside)) throw new JsonProblem(`the field ${read} stands twice`, start)
  const colon = next(walk, "':'")
  if (colon !== ':') throw new JsonProblem(`expected ':', found '${colon}'`, walk.offset - colon.length)
  readValue(walk, inside)
}

function readSeparator(walk: Walk, end: '}' | ']'): string {
  const read = next(walk, `',' or '${end}'`)
  if (read === ',' || read === end) return read
  throw new JsonProblem(`expected ',' or '${end}', found '${read}'`, walk.offset - read.length)
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}

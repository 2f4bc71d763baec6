import { foldName, listFoldedNames } from '#app/game/season/country-names.ts'
import { nameRound } from '#app/game/season/round-name.ts'
import { foldText } from '#app/game/text/fold.ts'
import { arePointsValid } from './scoring.ts'

/** How much of a line or title is shown again, and how many problems: more of them say nothing new. */
const SHOWN_LIMIT = 40
/** No contest's table with its header has more lines, and no line more text. */
const LINES_LIMIT = 100
const LINE_LIMIT = 1000

interface NamedCountry {
  code: string
  country: string
}

export interface PasteContext {
  /** All countries of the season, and the codes of those that sing in the show. */
  countries: readonly NamedCountry[]
  singing: ReadonlySet<string>
  /** The show in words: 'is not in the Grand final'. */
  title: string
  /** What the points of all countries are together (D3). */
  total: number
  /** The column that the admin has chosen, as `PastedColumn` has it. */
  column?: number | undefined
}

/** A line that was not understood: its number from 1, its beginning, and why. */
export interface PastedProblem {
  line: number
  text: string
  reason: string
}

/** A column of numbers by its distance from the country (-1 stands before it), its title, and its first numbers. */
export interface PastedColumn {
  column: number
  title: string
  sample: string
}

export interface PastedPoints {
  /** Points by country code. */
  points: Readonly<Record<string, number>>
  /** What was not understood, the first of it; nothing of the text may be stored then. */
  problems: readonly PastedProblem[]
  problemCount: number
  /** The columns of numbers of which nobody can tell which one has the points; then no line has any. */
  columns: readonly PastedColumn[]
}

/** The countries by their folded names. */
type Names = ReadonlyMap<string, NamedCountry>

interface Row {
  line: number
  text: string
  cells: readonly string[]
  /** What stands where the country should be, and the countries of the line. */
  name: string
  countries: readonly NamedCountry[]
  /** By their distance from the country, without those that are written as places. */
  numbers: ReadonlyMap<number, string>
}

/**
 * Reads pasted points, one country a line: 'Austria 436', '436 AT', '1. Austria (436 points)', or the rows of a copied table, of
 * whose columns one has the points. Nothing is guessed: a line with another name or number is a problem.
 */
export function parsePastedPoints(pasted: string, context: PasteContext): PastedPoints {
  const names: Names = new Map(
    context.countries.flatMap((each) => listFoldedNames(each).map((name) => [name, each] as const)),
  )
  const lines = pasted
    .split(/\r\n|\r|\n/)
    .map((raw, index) => ({ line: index + 1, raw }))
    .filter(({ raw }) => /[\p{L}\p{N}\p{Regional_Indicator}]/u.test(raw))
  const all = lines.slice(0, LINES_LIMIT + 1).map(({ line, raw }) => toRow(raw, line, names))
  // Lines before the table are left out, but for those with a country's name: theirs may be a number that is none.
  const named = [...names.keys()].filter((name) => name.length > 3)
  const hasName = (text: string) =>
    named.some((name) => ` ${foldName(text, LINE_LIMIT)} `.includes(` ${name} `))
  const start = all.findIndex((row) => row.countries.length > 0 || row.numbers.size > 0 || hasName(row.text))
  const rows = start < 0 ? [] : all.slice(start)
  const columns = findColumns(rows, all[start - 1]?.cells ?? [], context)
  if (columns.length > 1) return { points: {}, problems: [], problemCount: 0, columns }

  const refused = rows.length > 2 && rows.every(isPlaceOnly) ? onlyPlaces : undefined
  const lineOf = new Map<string, number>()
  const points: Record<string, number> = {}
  const problems = rows.flatMap((row, index) => {
    const read =
      refused ??
      (start + index < LINES_LIMIT ? readRow(row, rows, columns[0], { names, ...context }) : tooMany)
    const earlier = 'code' in read ? lineOf.get(read.code) : undefined
    if ('code' in read && (earlier === undefined || points[read.code] === read.points)) {
      lineOf.set(read.code, earlier ?? row.line)
      points[read.code] = read.points
      return []
    }
    const reason = 'reason' in read ? read.reason : `This country is already in line ${earlier}.`
    return [{ line: row.line, text: shorten(row.text), reason }]
  })
  return { points, problems: problems.slice(0, SHOWN_LIMIT), problemCount: problems.length, columns: [] }
}

const onlyPlaces = { reason: 'This is a place, without points.' }
const isPlaceOnly = ({ numbers }: Row, index: number) => [...numbers.values()].join() === String(index + 1)

const tooMany = { reason: `No more than ${LINES_LIMIT} lines are read.` }

function shorten(text: string): string {
  return text.length > SHOWN_LIMIT ? `${text.slice(0, SHOWN_LIMIT)}…` : text
}

function toRow(raw: string, line: number, names: Names): Row {
  const text = withoutMarks(raw.slice(0, LINE_LIMIT))
  const cells = raw.trimEnd().length > LINE_LIMIT ? [] : splitCells(text, names)
  const countries = cells.map((cell) => names.get(foldName(cell)))
  const named = countries.findIndex((each) => each !== undefined)
  const at = named >= 0 ? named : cells.findIndex((cell) => /\p{L}/u.test(cell) && !numeral.test(cell))
  const numbers = cells.flatMap((cell, index) => {
    const [, sign, digits = '', ending = ''] = numeral.exec(cell) ?? []
    const isPlace = sign === '#' || (index < at ? ending === '.' : /^(?:st|nd|rd|th)$/i.test(ending))
    return digits === '' || isPlace ? [] : [[index - at, (sign ?? '') + digits] as const]
  })
  return {
    line,
    text: text.trim(),
    cells,
    name: cells[at] ?? '',
    countries: countries.filter((each) => each !== undefined),
    numbers: new Map(numbers),
  }
}

/** A number, right or wrong: '436', '-5', '4.5', '10,000', '436 points'; or a place: '1.', '1st', '#1'. */
const numeral = /^([-+−–#]?)(\d|\d[\d.,]*\d)(\.|st|nd|rd|th|pts?\.?|points?)?$/i

/** Without quotes, Markdown and what is not seen, with usual blanks; a flag is its country's code where no word is. */
function withoutMarks(text: string): string {
  const toCode = (flag: string) =>
    flag.replace(/./gu, (each) => String.fromCharCode((each.codePointAt(0) ?? 0) - 0x1f185))
  return text
    .replace(/\uFE0F|[\p{Cf}*`"“”„«»‹›‘’]/gu, '')
    .replace(/[^\S\t]/g, ' ')
    .replace(/\p{Regional_Indicator}{2}/gu, (flag) => (/\p{L}/u.test(text) ? ' ' : ` ${toCode(flag)} `))
}

/** The cells between tabs, bars, semicolons, or commas that are in no number; else the numbers of a line and what is between them. */
function splitCells(text: string, names: Names): string[] {
  const separated = /[\t|;]/.test(text) ? text : text.replace(/(\D),|,(?!\d)/g, '$1;')
  const cells = separated.split(/[\t|;]/)
  const filled = cells.filter((cell) => cell.trim() !== '')
  if (filled.length === 1) return splitWords(filled[0] ?? '')
  return cells.map((cell) => {
    const parts = splitWords(cell)
    const isKnown = (part: string) => names.has(foldName(part))
    return parts.find(isKnown) ?? (parts.length === 1 ? parts[0] : undefined) ?? cell.trim()
  })
}

/** The numbers of a line, and the words between two of them as one name: 'Austria: 436 points' is 'Austria' and '436'. */
function splitWords(text: string): string[] {
  const words = text
    .replace(/[()[\]{}:=/—―]/g, ' ')
    .replace(/(\p{L})[-‐‑‒–−](?=\d)|(\d\.?)[-‐‑‒–](?=\p{L})|(\d\.)(?=\p{L})/gu, '$1$2$3 ')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word) && !/^(?:points?|pts?|punkte|puntos|punti)\.?$/i.test(word))
  const parts: string[] = []
  for (const word of words) {
    const last = parts.at(-1)
    if (last === undefined || numeral.test(word) || numeral.test(last)) parts.push(word)
    else parts[parts.length - 1] = `${last} ${word}`
  }
  return parts
}

/** The column with the points, or several when nobody can tell; none where each line has a single number, wherever it stands. */
function findColumns(
  all: readonly Row[],
  header: readonly string[],
  { total, singing, column: chosen }: PasteContext,
): PastedColumn[] {
  const rows = all.filter(({ countries }) => countries.length === 1)
  if (rows.every(({ numbers }) => numbers.size <= 1)) return []
  const columns = [...new Set(rows.flatMap(({ numbers }) => [...numbers.keys()]))]
    .filter((column) => isUsual(column, rows))
    .map((column) => toColumn(column, rows, header))
  const called = (words: RegExp) => columns.filter(({ title }) => words.test(foldText(title, SHOWN_LIMIT)))
  const sumOf = (column: number) =>
    rows.reduce((sum, { numbers }) => sum + Number(numbers.get(column) ?? 0), 0)
  const choices = [
    called(/\b(?:total|sum|combined|gesamt|totale)\b/),
    called(/^(?:points?|pts|score|punkte|puntos|punti)$/),
    columns.filter(({ column }) => sumOf(column) === total),
    columns.filter(({ column }) => column === chosen),
  ]
  // Small numbers before the country are its place or running order.
  const isOrder = (column: number) =>
    rows.every(({ numbers }) => Number(numbers.get(column) ?? 0) <= singing.size)
  const others = columns.filter(({ column }) => column > 0 || !isOrder(column))
  return choices.find(({ length }) => length === 1) ?? (others.length > 0 ? others : columns)
}

/** Whether most lines have a number there: others are a line's own, such as a song that is a number. */
function isUsual(column: number, rows: readonly Row[]): boolean {
  return rows.filter(({ numbers }) => numbers.has(column)).length * 2 > rows.length
}

function toColumn(column: number, rows: readonly Row[], header: readonly string[]): PastedColumn {
  const [row] = rows
  const titles = header.length === 1 ? (header[0]?.split(' ') ?? []) : header
  const at = row?.cells.indexOf(row.name) ?? -1
  const sample = rows.slice(0, 3).map(({ numbers }) => numbers.get(column) ?? '–')
  return {
    column,
    title: shorten((titles.length === row?.cells.length && titles[at + column]) || ''),
    sample: shorten(sample.join(', ')),
  }
}

type ReadRow = { code: string; points: number } | { reason: string }

function readRow(
  { text, name, countries, numbers }: Row,
  rows: readonly Row[],
  column: PastedColumn | undefined,
  { names, singing, title }: PasteContext & { names: Names },
): ReadRow {
  const [found, other] = countries
  const keys = [...numbers.keys()]
  const [first, second] = [...numbers.values()]
  const number = column ? numbers.get(column.column) : first
  if (other) return { reason: `Two countries: ${found?.country} and ${other.country}.` }
  if (name === '' || number === undefined) return { reason: 'This is not a country and its points.' }
  if (!found) return { reason: `No country tonight is called that.${suggest(name, names)}` }
  if (!singing.has(found.code)) return { reason: `${found.country} is not in the ${nameRound(title)}.` }
  const isUnclear =
    !column || (!/[\t|;,]/.test(text) && keys.some((each) => each > 0 && !isUsual(each, rows)))
  if (second !== undefined && isUnclear) return { reason: `Two numbers: ${first} and ${second}.` }
  const points = /^\d{1,9}$/.test(number) ? Number(number) : null
  return points !== null && arePointsValid(points)
    ? { code: found.code, points }
    : { reason: 'The points are not a whole number from 0 to 9999.' }
}

/** The countries whose names differ by a letter or two: a question, nothing is taken for another. */
function suggest(typed: string, names: Names): string {
  const name = foldName(typed)
  const near = [...names].filter(([known]) => isNear(known, name)).map(([, { country }]) => country)
  return near.length > 0 ? ` ${[...new Set(near)].slice(0, 3).join(' or ')}?` : ''
}

/** Whether two names of some length have all but one or two letters at their beginnings and ends in common. */
function isNear(a: string, b: string): boolean {
  const length = Math.max(a.length, b.length)
  if (length < 4) return false
  let start = 0
  while (start < length && a[start] === b[start]) start += 1
  let end = 0
  while (start + end < Math.min(a.length, b.length) && a.at(-1 - end) === b.at(-1 - end)) end += 1
  return start + end >= length - (length < 6 ? 1 : 2)
}

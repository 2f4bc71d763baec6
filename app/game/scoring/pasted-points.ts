import { foldName, listFoldedNames } from '#app/game/season/country-names.ts'
import { findPointsColumns, type PastedColumn, type PointsColumns, type TableRow } from './pasted-columns.ts'
import {
  type CellParts,
  type Numeral,
  type PastedLine,
  splitCell,
  splitLines,
  toWholeNumber,
} from './pasted-lines.ts'
import { arePointsValid } from './scoring.ts'

/** How much of a line is shown again, and how many problems: more of them say nothing new. */
const SHOWN_LIMIT = 40
/** No contest's table with its headings has more lines. */
const LINES_LIMIT = 100

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

interface Row extends TableRow, PastedLine {
  name: string
  countries: ReadonlySet<NamedCountry>
}

/**
 * Reads pasted points, one country a line: 'Austria 436', '436 AT', '1. Austria (436 points)', or the rows of a copied table, of
 * whose columns one has the points. Nothing is guessed: a line with another name or number is a problem.
 */
export function parsePastedPoints(pasted: string, context: PasteContext): PastedPoints {
  const names: Names = new Map(
    context.countries.flatMap((each) => listFoldedNames(each).map((name) => [name, each] as const)),
  )
  const lines = splitLines(pasted, LINES_LIMIT + 1).map((line) => toRow(line, names))
  const start = lines.findIndex(({ countries, numbers }) => countries.size > 0 || numbers.size > 0)
  const rows = lines.slice(Math.max(0, start))
  const table = rows.filter(({ countries }) => countries.size === 1)
  const columns = findPointsColumns(table, lines[start - 1]?.cells ?? [], context)
  if (columns.points.length > 1)
    return {
      points: {},
      problems: [],
      problemCount: 0,
      columns: columns.points.map(({ column, title, sample }) => ({ column, title, sample })),
    }

  const lineOf = new Map<string, PastedLine>()
  const points: Record<string, number> = {}
  const problems = (start < 0 ? [] : rows).flatMap((row, index) => {
    const read = index < LINES_LIMIT ? readRow(row, columns, { names, ...context }) : tooMany
    if ('reason' in read) return [toProblem(row, read.reason)]
    const earlier = lineOf.get(read.code)
    if (earlier && points[read.code] !== read.points)
      return [toProblem(row, `This country is in line ${earlier.line} already.`)]
    lineOf.set(read.code, earlier ?? row)
    points[read.code] = read.points
    return []
  })
  return { points, problems: problems.slice(0, SHOWN_LIMIT), problemCount: problems.length, columns: [] }
}

const tooMany = { reason: `No more than ${LINES_LIMIT} lines are read.` }

function toProblem({ line, text }: PastedLine, reason: string): PastedProblem {
  return { line, text: shorten(text.trim()), reason }
}

function shorten(text: string): string {
  return text.length > SHOWN_LIMIT ? `${text.slice(0, SHOWN_LIMIT)}…` : text
}

/** A line with its countries, and its numbers by their distance from the first of them. */
function toRow(line: PastedLine, names: Names): Row {
  const isAlone = line.cells.length === 1
  const parts = line.cells.flatMap((cell, index) => {
    const split = splitCell(cell)
    const found = findCountries(split?.name ?? cell, names)
    const isSplit = split && (isAlone || found.length > 0 || split.name === '')
    return (isSplit ? listParts(split) : [cell]).map((part) => ({ part, cell: index, found }))
  })
  const texts = parts.filter(({ part }) => typeof part === 'string' && part.trim() !== '')
  const named = texts.find(({ found }) => found.length > 0) ?? texts[0]
  const origin = named ? parts.indexOf(named) : 0
  const numbers = parts.flatMap(({ part, cell }, index) =>
    typeof part === 'string' ? [] : [[index - origin, { ...part, cell: isAlone ? index : cell }] as const],
  )
  return {
    ...line,
    name: typeof named?.part === 'string' ? named.part : '',
    countries: new Set(parts.flatMap(({ found }) => found)),
    numbers: new Map(numbers),
    width: parts.length,
  }
}

function listParts({ before, name, after }: CellParts): (Numeral | string)[] {
  return [...before, ...(name === '' && before.length + after.length > 0 ? [] : [name]), ...after]
}

/** The countries of a name and of the flags beside it; none for another name. */
function findCountries(text: string, names: Names): NamedCountry[] {
  const flags = text.match(/\p{Regional_Indicator}{2}/gu) ?? []
  const codes = flags.map((flag) =>
    flag.replace(/./gu, (each) => String.fromCharCode((each.codePointAt(0) ?? 0) - 0x1f185)),
  )
  const name = foldName(text.replace(/\p{Regional_Indicator}/gu, ''))
  if (name !== '' && !names.has(name)) return []
  return [name, ...codes].flatMap((each) => names.get(each) ?? [])
}

type RowContext = PasteContext & { names: Names }
type ReadRow = { code: string; points: number } | { reason: string }

function readRow(
  { name, cells, countries, numbers }: Row,
  { points: [column], usual }: PointsColumns,
  context: RowContext,
): ReadRow {
  const [found, other] = countries
  const number = column ? numbers.get(column.column) : [...numbers.values()][0]
  const isUnclear =
    column && cells.length === 1 && [...numbers.keys()].some((each) => each > 0 && !usual.has(each))
  if (found && other) return { reason: `Two countries: ${found.country} and ${other.country}.` }
  if (name === '' || numbers.size === 0) return { reason: 'This is not a country and its points.' }
  if (!found) return { reason: `No country tonight is called that.${suggest(name, context.names)}` }
  if (!context.singing.has(found.code)) return { reason: `${found.country} is not in the ${context.title}.` }
  if (!number || isUnclear) return { reason: describeNumbers([...numbers.values()]) }
  const points = toWholeNumber(number)
  return points !== null && arePointsValid(points)
    ? { code: found.code, points }
    : { reason: 'The points are not a whole number from 0 to 9999.' }
}

function describeNumbers([first, second]: readonly Numeral[]): string {
  if (!first || !second) return 'This is a place, and there are no points.'
  return `Two numbers: ${shorten(first.text)} and ${shorten(second.text)}.`
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

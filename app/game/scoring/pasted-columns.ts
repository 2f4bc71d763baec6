import { foldText } from '#app/game/text/fold.ts'
import { type Numeral, toWholeNumber } from './pasted-lines.ts'

const TITLE_LIMIT = 40

/** The numbers of a line by their distance from the country: -1 stands before it. */
export interface TableRow {
  /** With the cell of the header above them. */
  numbers: ReadonlyMap<number, Numeral & { cell: number }>
  /** How many parts the line has. */
  width: number
}

/** A column of numbers, as a question shows it: by its title and its first numbers. */
export interface PastedColumn {
  /** Its distance from the country. */
  column: number
  title: string
  sample: string
}

interface ColumnContext {
  countries: readonly unknown[]
  total: number
  column?: number | undefined
}

/** The columns of a table of points. */
export interface PointsColumns {
  /** Those that most lines have a number in: others are a line's own, such as a song that is a number. */
  usual: ReadonlySet<number>
  /** The one with the points, or several when nobody can tell; none where each line has a single number, wherever it stands. */
  points: readonly PastedColumn[]
}

/**
 * Finds the column with the points: the only one that is none of places, else the one that was chosen, that is called so, or
 * whose sum is that of all points.
 */
export function findPointsColumns(
  rows: readonly TableRow[],
  header: readonly string[],
  { countries, total, column: chosen }: ColumnContext,
): PointsColumns {
  const titles = toTitles(rows[0], header)
  const columns = [...new Set(rows.flatMap(({ numbers }) => [...numbers.keys()]))]
    .filter((each) => rows.filter(({ numbers }) => numbers.has(each)).length * 2 > rows.length)
    .map((each) => toColumn(each, rows, titles))
  const usual = new Set(columns.map(({ column }) => column))
  const candidates = columns.filter((each) => !isOfPlaces(each, columns.length === 1, countries.length))
  if (candidates.length === 0 && columns.length > 0) return { usual, points: [onlyPlaces] }
  if (rows.every(({ numbers }) => numbers.size <= 1)) return { usual, points: [] }
  const called = (words: RegExp) => candidates.filter(({ title }) => words.test(foldText(title, TITLE_LIMIT)))
  const choices = [
    candidates.filter(({ column }) => column === chosen),
    called(/\b(?:total|sum|combined|gesamt|totale)\b/),
    called(/^(?:points?|pts|score|punkte|puntos|punti|pontos|poang)$/),
    candidates.filter(({ sum }) => sum === total),
  ]
  return { usual, points: choices.find(({ length }) => length === 1) ?? candidates }
}

/** The country's own column, in which no line has a number. */
const onlyPlaces = { column: 0, title: '', sample: '' }

interface Column extends PastedColumn {
  numerals: readonly Numeral[]
  values: readonly (number | null)[]
  sum: number
}

function toColumn(column: number, rows: readonly TableRow[], titles: ReadonlyMap<number, string>): Column {
  const numerals = rows.flatMap(({ numbers }) => numbers.get(column) ?? [])
  const values = numerals.map(toWholeNumber)
  const sample = numerals.slice(0, 3).map(({ text }) => text)
  return {
    column,
    title: titles.get(column) ?? '',
    sample: sample.join(', ').slice(0, TITLE_LIMIT) + (numerals.length > sample.length ? ' …' : ''),
    numerals,
    values,
    sum: values.reduce((sum: number, each) => sum + (each ?? 0), 0),
  }
}

/** The titles of columns; none where the header has words in other cells than the lines. */
function toTitles(row: TableRow | undefined, header: readonly string[]): ReadonlyMap<number, string> {
  const cells = header.length === 1 ? (header[0]?.trim().split(/ +/) ?? []) : header
  if (!row || (header.length === 1 && cells.length !== row.width)) return new Map()
  const titles = [...row.numbers].map(
    ([column, { cell }]) => [column, (cells[cell] ?? '').trim().slice(0, TITLE_LIMIT)] as const,
  )
  return new Map(titles)
}

/** Places by their title, by how they are written, or numbers before the country that could be some: all different, or rising. */
function isOfPlaces({ column, title, numerals, values }: Column, isOnly: boolean, highest: number): boolean {
  if (
    /^(?:#|№|(?:no|nr|r\/?o|(?:running )?order|draw|place|rank|platz|pos)\b)/.test(
      foldText(title, TITLE_LIMIT),
    )
  )
    return true
  if (numerals.every(({ isPlace }) => isPlace)) return true
  if (column > 0) return false
  if (isOnly) return values.length > 2 && values.every((each, index) => each === index + 1)
  const isRising = values.every((each, index) => (values[index - 1] ?? 0) <= (each ?? 0))
  return (
    values.every((each) => each !== null && each > 0 && each <= highest) &&
    (isRising || new Set(values).size === values.length)
  )
}

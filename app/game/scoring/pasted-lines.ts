/** No line of a copied table is longer, or has more cells. */
const LINE_LIMIT = 1000
const CELL_LIMIT = 20

/** A line that is not empty: its number from 1, its text, and its cells; no cells when it is too long. */
export interface PastedLine {
  line: number
  text: string
  cells: readonly string[]
}

/** The first `limit` lines of a text from a table, a spreadsheet, a CSV file, Markdown or the source of a web page. */
export function splitLines(pasted: string, limit: number): PastedLine[] {
  return fromHtml(pasted)
    .split(/\r\n|\r|\n/)
    .map((raw, index) => ({ line: index + 1, raw: raw.trimEnd() }))
    .filter(({ raw }) => /[^\s|:+=_-]/.test(raw))
    .slice(0, limit)
    .map(({ line, raw }) => {
      const text = clean(raw.slice(0, LINE_LIMIT))
      return { line, text, cells: raw.length > LINE_LIMIT ? [] : splitCells(text) }
    })
}

const entities: Partial<Record<string, string>> = {
  ...{ amp: '&', quot: '"', nbsp: ' ', thinsp: ' ', shy: '', ndash: '–', mdash: '—', minus: '−' },
  ...{ uuml: 'ü', ouml: 'ö', Ouml: 'Ö', ccedil: 'ç', eacute: 'é', ntilde: 'ñ', euml: 'ë' },
}

/** The rows of HTML that was pasted as text as lines, their cells after tabs; another text as it is. */
function fromHtml(text: string): string {
  if (!/<(?:td|li|br|p)\b/i.test(text)) return text
  const isTable = /<td\b/i.test(text)
  const lines = text
    .replace(/<(?:style|script)\b[^<>]*>[^<]*/gi, '')
    .replace(/\s+/g, ' ')
    .replace(isTable ? /<\/?(?:tr|table)\b[^<>]*>/gi : /<(?:li|br|p|div)\b[^<>]*>/gi, '\n')
    .replace(/<t[dh]\b[^<>]*>/gi, '\t')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(?:#x([\da-f]{1,5})|#(\d{1,6})|([a-z]{2,6}));/gi, (whole, hex, decimal, name) =>
      name
        ? (entities[name] ?? whole)
        : String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal)),
    )
  return isTable ? lines.replace(/^[^\t\n]*$/gm, '') : lines
}

/** Without invisible characters, with usual blanks, and without what Markdown marks words, links and lists with. */
function clean(text: string): string {
  return text
    .replace(/\p{Cf}|\uFE0F|[*`]/gu, '')
    .replace(/(^|\D)(\d)[\u00A0\u2009\u202F](?=\d{3}(?!\d))/g, '$1$2')
    .replace(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/[^\S\t]/g, ' ')
    .replace(/^ *[-+•·] +/, '')
}

/** The cells between tabs, bars, semicolons, or commas that are no part of a number; else between wide blanks. */
function splitCells(text: string): string[] {
  const comma = /,(?!\d)|[^\d],/.test(text) ? ',' : undefined
  const delimiter = ['\t', '|', ';'].find((each) => text.includes(each)) ?? comma
  if (delimiter === undefined) return text.trim().split(/ {2,}/).slice(0, CELL_LIMIT)
  const pieces = text.split('"')
  const isQuoted = (index: number) => pieces.length % 2 === 1 && index % 2 === 1
  return pieces
    .map((piece, index) => (isQuoted(index) ? piece : piece.replaceAll(delimiter, '\t')))
    .join('')
    .split('\t')
    .slice(0, CELL_LIMIT)
}

/** A number as it stands in a table; `isPlace`: written like a place ('1.', '1st', '#1'). */
export interface Numeral {
  text: string
  isPlace: boolean
}

/** The numbers before a name, the name, and the numbers behind it: '1. Austria (436 points)'. */
export interface CellParts {
  before: readonly Numeral[]
  name: string
  after: readonly Numeral[]
}

/** Words beside a number that say nothing. */
const pointsWords = /^(?:points?|pts?|punkte|puntos|punti|pontos|punten|poäng|poeng)\.?$/i

/** Splits a cell; undefined where numbers are within the name. */
export function splitCell(cell: string): CellParts | undefined {
  const words = cell
    .replace(/[()[\]{}:=/—―]/g, ' ')
    .replace(/(\p{L})[-‐‑‒–−](?=\d)|(\d\.?)[-‐‑‒–](?=\p{L})|(\d\.)(?=\p{L})/gu, '$1$2$3 ')
    .split(/\s+/)
    .map((word) => word.replace(/^["“”„«»‘’'‹›,]+|["“”«»‘’'‹›,]+$/g, ''))
    .filter((word) => word !== '' && !/^[-‐‑‒–−~•·.]+$/.test(word) && !pointsWords.test(word))
  const numerals = words.map(readNumeral)
  const first = numerals.indexOf(null)
  if (first < 0) return { before: [], name: '', after: toNumerals(numerals) }
  const end = numerals.lastIndexOf(null) + 1
  const name = words.slice(first, end)
  if (name.some((word) => /\d/.test(word))) return undefined
  return {
    before: toNumerals(numerals.slice(0, first)),
    name: name.join(' '),
    after: toNumerals(numerals.slice(end)),
  }
}

function toNumerals(numerals: readonly (Numeral | null)[]): Numeral[] {
  return numerals.filter((each) => each !== null)
}

/** A number, right or wrong: '436', '-5', '4.5', '10,000'. */
function readNumeral(word: string): Numeral | null {
  const [, sign = '', digits = '', ending = ''] =
    /^([-+−–#]?)(\d|\d[\d.,'’]*\d)(\.|º|°|st|nd|rd|th|pts?\.?|points?)?$/i.exec(word) ?? []
  if (digits === '') return null
  const isPlace = sign === '#' || /^(?:\.|º|°|st|nd|rd|th)$/i.test(ending)
  return { text: sign === '#' ? digits : sign + digits, isPlace }
}

/** The whole number that a numeral says, without what separates thousands; null for none. */
export function toWholeNumber({ text }: Numeral): number | null {
  const digits = text.replace(/^(\d)[.,'’](\d{3})$/, '$1$2')
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null
}

import { normalizeText } from '#app/game/text/normalize-text.ts'
import { arePointsValid } from './scoring.ts'

/** Longer names are none. */
const NAME_LIMIT = 100
/** How much of a line is shown again. */
const SHOWN_LIMIT = 40

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
}

/** A line that was not understood: its number from 1, its beginning, and why. */
export interface PastedProblem {
  line: number
  text: string
  reason: string
}

export interface PastedPoints {
  /** Points by country code. */
  points: ReadonlyMap<string, number>
  /** What was not understood; nothing of the text may be stored then. */
  problems: readonly PastedProblem[]
}

/** The countries by name and by code, as `normalise` writes them. */
type Names = ReadonlyMap<string, NamedCountry>

type ReadLine = { code: string; points: number } | { reason: string }

/**
 * Reads pasted points, one country a line: 'Austria 436', '436 AT', 'AT: 436 points', or the cells of a copied table, of
 * which one is the country and one the number. Nothing is guessed: a line with another name or number is a problem.
 */
export function parsePastedPoints(pasted: string, context: PasteContext): PastedPoints {
  const points = new Map<string, number>()
  const problems: PastedProblem[] = []
  const lineOf = new Map<string, number>()
  const names: Names = new Map(
    context.countries.flatMap((each) => [each.country, each.code].map((name) => [normalise(name), each])),
  )
  pasted.split(/\r\n|\r|\n/).forEach((raw, index) => {
    const text = raw.trim()
    if (text === '') return
    const line = index + 1
    const read = readLine(text, names, context)
    const earlier = 'code' in read ? lineOf.get(read.code) : undefined
    if ('reason' in read) problems.push({ line, text: shorten(text), reason: read.reason })
    else if (earlier !== undefined)
      problems.push({ line, text: shorten(text), reason: `This country is in line ${earlier} already.` })
    else {
      lineOf.set(read.code, line)
      points.set(read.code, read.points)
    }
  })
  return { points, problems }
}

function shorten(text: string): string {
  return text.length > SHOWN_LIMIT ? `${text.slice(0, SHOWN_LIMIT)}…` : text
}

function readLine(text: string, names: Names, { singing, title }: PasteContext): ReadLine {
  const parts = text.includes('\t') ? readCells(text, names) : splitLine(text)
  if ('reason' in parts) return parts
  const { name, number } = parts
  const found = names.get(normalise(name))
  if (!found) return { reason: 'No country tonight is called that.' }
  if (!singing.has(found.code)) return { reason: `${found.country} is not in the ${title}.` }
  const points = /^\d{1,9}$/.test(number) ? Number(number) : Number.NaN
  return arePointsValid(points)
    ? { code: found.code, points }
    : { reason: 'The points are not a whole number from 0 to 9999.' }
}

type Parts = { name: string; number: string } | { reason: string }

/** One number, first or last, and a name: 'Austria: 436 points' has the words of 'Austria 436'. */
function splitLine(text: string): Parts {
  const words = text
    .replace(/[:=;|]|,(?=\D)|(?<=\D),/g, ' ')
    .split(/\s+/)
    .filter((word) => word !== '' && !notInName.includes(word.toLowerCase()))
  const at = words.findIndex(isNumeral)
  const [number] = words.splice(at, 1)
  const isBeside = at === 0 || at === words.length
  const isName = words.length > 0 && words.every((word) => !/\d/.test(word))
  if (at < 0 || number === undefined || !isBeside || !isName)
    return { reason: 'This is not a country and its points.' }
  return { name: words.join(' '), number }
}

/** Words beside a number that say nothing. */
const notInName = ['-', '–', '—', 'points', 'pts', 'pts.']

/** Whether a word or a cell is a number, right or wrong: '436', '-5', '4.5', '10,000'. */
function isNumeral(word: string): boolean {
  return /^[-+−–]?\d[\d.,]*$/.test(word)
}

/** The one cell that is a country and the one that is a number; others, such as a song, are left out. */
function readCells(text: string, known: Names): Parts {
  const cells = text.split('\t').map((cell) => cell.trim())
  const names = cells.filter((cell) => known.has(normalise(cell)))
  const numbers = cells.filter(isNumeral)
  const [name, secondName] = names
  const [number, secondNumber] = numbers
  if (name === undefined || number === undefined) return { reason: 'This is not a country and its points.' }
  if (secondName !== undefined)
    return { reason: `Two countries: ${shorten(name)} and ${shorten(secondName)}.` }
  if (secondNumber !== undefined)
    return {
      reason: `Two numbers: ${shorten(number)} and ${shorten(secondNumber)}. Copy one column of points.`,
    }
  return { name, number }
}

/** Letters without case and accents, and single spaces: 'Türkiye' is 'turkiye'. */
function normalise(name: string): string {
  return normalizeText(name, 'NFKD', NAME_LIMIT)
    .replace(/\p{M}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}

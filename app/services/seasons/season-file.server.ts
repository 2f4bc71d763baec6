import { z } from 'zod'
import {
  listSeasonProblems,
  type SeasonFile,
  type SeasonFileEntry,
  type SeasonFileProblem,
} from '#app/game/season/season-file.ts'
import { TEAM_SIZE } from '#app/game/team/team.ts'
import { isWellFormed } from '#app/game/text/name.ts'
import { normalizeText } from '#app/game/text/normalize-text.ts'
import { isTimeZone } from '#app/game/time/instant.ts'
import { JsonSyntaxError, locateJsonValues, toLineAndColumn } from './json-positions.server.ts'
import { formatZodIssue } from './zod-messages.server.ts'

const TEXT_LIMIT = 500

const text = z
  .string()
  .max(TEXT_LIMIT, { abort: true })
  .refine((value) => value !== '' && value === value.trim(), 'must not be empty or begin or end with a space')
  .refine((value) => isWellFormed(value) && !/\p{Cc}/u.test(value), 'must hold no control characters')
  .transform((value) => normalizeText(value, 'NFC', 2 * TEXT_LIMIT))

const count = z.number().int().min(1).max(1000)
const optionalPosition = z.number().int().min(1).max(100).nullable()
const points = z.number().int().min(0).max(9999).nullable()
const instant = z.iso
  .datetime({ offset: true, message: "must be an instant such as '2025-05-13T19:00:00Z'" })
  .transform((value) => Date.parse(value))
const tenths = z
  .number()
  .positive()
  .max(100_000)
  .refine((value) => Math.abs(value * 10 - Math.round(value * 10)) < 1e-6, 'must have at most one decimal')
  .transform((value) => Math.round(value * 10))

/** Files from before the running orders were fields of the entry have them here. */
const result = z.strictObject({
  qualified: z.boolean(),
  semiRunningOrder: optionalPosition.default(null),
  semiPlace: optionalPosition,
  semiPoints: points,
  semiJuryPoints: points,
  semiTelevotePoints: points,
  finalRunningOrder: optionalPosition.default(null),
  finalPlace: optionalPosition,
  finalPoints: points,
  finalJuryPoints: points,
  finalTelevotePoints: points,
})

const round = z.strictObject({
  roundNumber: count,
  title: text,
  kind: z.enum(['semi-final', 'final']),
  startsAt: instant,
})

const entry = z.strictObject({
  code: z.string().regex(/^[A-Z]{2}$/, "must be two capital letters such as 'AT'"),
  country: text,
  artist: text,
  song: text,
  priceMillions: tenths,
  youtubeId: z
    .string()
    .regex(/^[\w-]{11}$/, 'must be the 11 characters of a YouTube video')
    .nullable()
    .default(null),
  imageUrl: z
    .string()
    .regex(/^\/[\w./-]+$/, "must be a path of this site such as '/images/…'")
    .nullable()
    .default(null),
  extraInfo: text.nullable().default(null),
  semiFinal: count.nullable(),
  semiRunningOrder: optionalPosition.default(null),
  finalRunningOrder: optionalPosition.default(null),
  previousPlace: optionalPosition.default(null),
  result: result.nullable().default(null),
})

const shape = z.strictObject({
  year: z.number().int().min(1956).max(9999),
  hostCity: text,
  hostCountry: text,
  timeZone: z.string().refine(isTimeZone, "must be a time zone such as 'Europe/Vienna'"),
  lineupPercentages: z.array(z.number().int().min(1).max(100)).min(1),
  budgetMillions: tenths,
  teamSize: z.literal(TEAM_SIZE),
  leagueLimit: count,
  concludedAt: instant,
  rounds: z.array(round).min(1).max(20),
  // The scores form has a field for each entry, and a form has at most 200 fields.
  entries: z.array(entry).min(1).max(100),
})

/** Further problems are only counted: nobody corrects more at a time. */
export const MAX_PROBLEMS = 20

export type SeasonFileResult =
  | { ok: true; season: SeasonFile }
  /** The first problems, and how many more there are. */
  | { ok: false; problems: readonly string[]; more: number }

/** Parses the text of a season file. Each problem names its line, column and field (D14); at most 20 are listed. */
export function readSeasonFile(json: string): SeasonFileResult {
  const source = json.replace(/^\uFEFF/, '')
  const positions = locateValues(source)
  if (!positions.ok) return { ...positions, more: 0 }
  const parsed = parseSeason(JSON.parse(source))
  if (parsed.ok) return parsed
  const shown = parsed.problems.slice(0, MAX_PROBLEMS)
  const problems = shown.map((problem) => describeProblem(source, positions.offsets, problem))
  return { ok: false, problems, more: parsed.problems.length - shown.length }
}

/** Parses a season from a JSON value, such as a bundled file. */
export function parseSeason(
  value: unknown,
): { ok: true; season: SeasonFile } | { ok: false; problems: SeasonFileProblem[] } {
  const parsed = shape.safeParse(value, { error: formatZodIssue })
  if (!parsed.success) return { ok: false, problems: parsed.error.issues.flatMap(toProblems) }
  const season = toSeason(parsed.data)
  const problems = listSeasonProblems(season)
  return problems.length > 0 ? { ok: false, problems } : { ok: true, season }
}

function locateValues(
  source: string,
): { ok: true; offsets: Map<string, number> } | { ok: false; problems: string[] } {
  try {
    return { ok: true, offsets: locateJsonValues(source) }
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error
    const { line, column } = toLineAndColumn(source, error.offset)
    return { ok: false, problems: [`line ${line}, column ${column}: not JSON: ${error.message}`] }
  }
}

function describeProblem(
  source: string,
  offsets: Map<string, number>,
  { path, message }: SeasonFileProblem,
): string {
  const { line, column } = toLineAndColumn(source, findOffset(offsets, path.map(String)))
  const field = path.length > 0 ? `${path.join('.')}: ` : ''
  return `line ${line}, column ${column}: ${field}${message}`
}

/** The position of a field; a missing field gets that of the nearest value around it. */
function findOffset(offsets: Map<string, number>, path: readonly string[]): number {
  return offsets.get(path.join('.')) ?? (path.length > 0 ? findOffset(offsets, path.slice(0, -1)) : 0)
}

function toProblems(issue: z.core.$ZodIssue): SeasonFileProblem[] {
  const path = issue.path.map((step) => (typeof step === 'symbol' ? step.toString() : step))
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...path, key], message: 'is no field of a season' }))
  }
  return [{ path, message: issue.message }]
}

/** Maps the file's names to the game's. The units are already the game's. */
function toSeason({ budgetMillions, rounds, entries, ...facts }: z.output<typeof shape>): SeasonFile {
  return {
    ...facts,
    budgetTenths: budgetMillions,
    rounds: rounds.map(({ startsAt, ...one }) => ({ ...one, deadlineAt: startsAt })),
    entries: entries.map(toSeasonEntry),
  }
}

function toSeasonEntry({ priceMillions, result, ...facts }: z.output<typeof entry>): SeasonFileEntry {
  const season = { ...facts, priceTenths: priceMillions }
  if (!result) return { ...season, result }
  const { semiRunningOrder, finalRunningOrder, ...finish } = result
  return {
    ...season,
    semiRunningOrder: facts.semiRunningOrder ?? semiRunningOrder,
    finalRunningOrder: facts.finalRunningOrder ?? finalRunningOrder,
    result: finish,
  }
}

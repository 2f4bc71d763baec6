import { expect, test, vi } from 'vitest'
import { safeRedirectTarget } from '#app/auth/sign-in/redirect-target.ts'
import { isDeletionConfirmed } from '#app/game/account-deletion.ts'
import { type ArticleDraft, checkArticle } from '#app/game/article/article.ts'
import { parseConsent } from '#app/game/consent.ts'
import { checkLeagueName } from '#app/game/league.ts'
import { lineupDraftFromQuery } from '#app/game/lineup/lineup-draft.ts'
import { parseMailAddress } from '#app/game/notification/mail-address.ts'
import { PASTED_LIMIT } from '#app/game/scoring/desk-draft.ts'
import { parsePastedPoints } from '#app/game/scoring/pasted-points.ts'
import { parseScores, scoresFromQuery } from '#app/game/scoring/scores-draft.ts'
import { searchEntries } from '#app/game/team/search-entries.ts'
import { parseTeamNames } from '#app/game/team/team.ts'
import { teamDraftFromQuery, toTeamDraft } from '#app/game/team/team-draft.ts'
import { parseName } from '#app/game/text/name.ts'
import { toSlug } from '#app/game/text/slug.ts'
import { findTimeZone } from '#app/game/time/time-zone.ts'
import { readFlash } from '#app/http/cookies/flash.server.ts'
import { idempotencyField } from '#app/http/forms/idempotency-key.server.ts'
import { getHrefWithoutPreferences, getPreferencesHref } from '#app/ui/consent/cookie-preferences.ts'
import { getReturnTo } from '#app/ui/navigation/return-to.ts'
import { entries, rules, six } from '../sample-contest.ts'

/**
 * The time to read a visitor's text: hostile text takes no longer than plain text of the same length, because every
 * reader is bounded.
 */
const length = 256 * 1024
const filled = (start: string, piece: string, end = '') =>
  (start + piece.repeat(length)).slice(0, length - end.length) + end

const shapes = {
  'a suffix again and again': filled('/x', '.data', 'y.data'),
  'blanks between two letters': filled('x', ' ', 'x'),
  'a letter and combining marks': filled('e', '\u0301\u0323'),
  slashes: filled('/a', '/', 'x'),
  'slashes and dots': filled('/', '../', 'x'),
  brackets: filled('', '['),
  quotes: filled('x', '"', 'x'),
  'curly quotes and blanks': filled('', '” ', 'delete'),
  emoji: filled('', '👨‍👩‍👧', 'x'),
  joiners: filled('ب', '\u200C', 'ب'),
  'Arabic marks and a joiner': filled('ب', '\u064E', '\u200Cب'),
  'halves of characters': filled('', '\uD83D', 'x'),
  NUL: filled('', '\0'),
  dots: filled('x', '.', '@x.x'),
  dashes: filled('x', '-', 'x'),
  backslashes: filled('/', '\\', 'x'),
  'cells of HTML': filled('<table>', '<tr><td>1<td>Austria'),
  'broken HTML': filled('<td', '<style'),
  lines: filled('', 'x 1\n'),
  cells: filled('', '\tAustria'),
  commas: filled('1', ',1,a'),
  flags: filled('', '🇦🇹'),
  links: filled('[', '[a]('),
  entities: filled('<p>', '&#x41;&'),
  percent: filled('/', '%25', 'x'),
  'question marks': filled('/x', '?'),
} as const

const fewLines = 'Austria 1\n'.repeat(50)
const paste = { countries: entries, singing: new Set(six), title: 'Grand final', total: 0 }
const plain = 'x'.repeat(length)
const stored = toTeamDraft(undefined, entries)
const article: ArticleDraft = {
  title: 'T',
  slug: '',
  summary: '',
  content: '',
  imageUrl: '',
  imageCredit: '',
  publishDate: '2025-05-12',
  category: 'OTHER',
}

/** Every function of app/game, app/auth, app/http and app/ui that reads a visitor's text. */
type Reader = readonly [name: string, read: (text: string) => unknown]
const readers: readonly Reader[] = [
  ['a return target', safeRedirectTarget],
  ['a page that the preferences close over', (text) => getHrefWithoutPreferences(safeRedirectTarget(text))],
  ['a page that they open over', (search) => getPreferencesHref(getReturnTo({ pathname: '/', search }))],
  ['the word that deletes an account', isDeletionConfirmed],
  ['a name', (text) => parseName(text, 64)],
  ['the names of a team', (text) => parseTeamNames({ teamName: text, managerName: text }, undefined)],
  ['the name of a league', (text) => checkLeagueName(text)],
  ['an e-mail address', parseMailAddress],
  ['a slug', toSlug],
  ['a time zone', findTimeZone],
  ['a search', (text) => searchEntries(entries, text, {})],
  ['a pasted table', (text) => parsePastedPoints((fewLines + text).slice(0, PASTED_LIMIT), paste)],
  ['one line of it', (text) => parsePastedPoints(`Austria ${text.slice(0, 900)}`, paste)],
  ['a title', (title) => checkArticle({ ...article, title })],
  ['a typed slug', (slug) => checkArticle({ ...article, slug })],
  ['a summary', (summary) => checkArticle({ ...article, summary })],
  ['a credit', (imageCredit) => checkArticle({ ...article, imageCredit })],
  ['content', (content) => checkArticle({ ...article, content })],
  ['a day', (publishDate) => checkArticle({ ...article, publishDate })],
  ['an image', (imageUrl) => checkArticle({ ...article, imageUrl })],
  ['a score', (score) => parseScores({ AT: score })],
  ['scores in an address', (text) => scoresFromQuery(text, six)],
  ['the cookie of a consent', parseConsent],
  ['the key of a form', (text) => idempotencyField.safeParse(text)],
  [
    'the cookie of a note',
    (text) =>
      readFlash(
        new Request('http://localhost/', {
          headers: { Cookie: `flash=${Buffer.from(text).toString('base64url')}` },
        }),
      ),
  ],
  ...['teamName', 'managerName', 'picks', 'q', 'details', 'play', 'focus'].map(
    (field) =>
      [
        `${field} of a team in an address`,
        (text: string) => teamDraftFromQuery(new URLSearchParams([[field, text]]), stored, rules),
      ] as const,
  ),
  ...['order', 'later', 'details', 'play', 'switch', 'focus'].map(
    (field) =>
      [
        `${field} of a line-up in an address`,
        (text: string) => lineupDraftFromQuery(new URLSearchParams([[field, text]]), 1, six),
      ] as const,
  ),
]

/** The duration in ms: the shortest of three runs, or the first that is short enough. */
function costOf(work: () => void, enough = 0): number {
  let least = Number.POSITIVE_INFINITY
  for (let runs = 0; runs < 3 && least > enough; runs += 1) {
    const began = performance.now()
    work()
    least = Math.min(least, performance.now() - began)
  }
  return least
}

test.each(readers)('256 kB of anything take no more to be read than plain text: %s', (_, read) => {
  // Very short durations cannot be compared: half a millisecond is the minimum.
  const most =
    50 *
    Math.max(
      0.5,
      costOf(() => read(plain)),
    )
  const slow = Object.entries(shapes).find(([, text]) => costOf(() => read(text), most) > most)
  expect(slow?.[0]).toBeUndefined()
})

test('nothing longer than its bound is brought into a normal form', () => {
  const normalize = vi.spyOn(String.prototype, 'normalize')
  for (const [, read] of readers) for (const text of Object.values(shapes)) read(text)
  const lengths = normalize.mock.contexts.map((text) => String(text).length)
  normalize.mockRestore()
  expect(lengths.length).toBeGreaterThan(100)
  expect(Math.max(...lengths)).toBeLessThanOrEqual(1000)
})

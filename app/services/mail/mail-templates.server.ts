import type { NotificationKind } from '#app/game/notification/notification.ts'
import type { RoundResult } from '#app/game/scoring/ranking.ts'
import { toPoints } from '#app/game/scoring/scoring.ts'
import type { Game, Round } from '#app/game/season/contest.ts'
import { nameRound } from '#app/game/season/round-name.ts'
import { isolate } from '#app/game/text/name.ts'
import { formatInstant, formatZoneAbbreviation, isTimeZone } from '#app/game/time/instant.ts'
import type { MailContent } from './mail-layout.server.ts'

export interface MailLinks {
  /** A page of the product by its path. */
  page: (path: string) => string
  confirm: (addressId: number) => string
  unsubscribe: (kind: NotificationKind, addressId: number) => string
}

interface MailReader {
  addressId: number
  /** The reader's time zone; null when unknown. */
  timeZone: string | null
  links: MailLinks
}

const preferencesLabel = 'Choose what you are told'

/** Asks the owner to confirm the address. Names nobody: anybody can type any address. */
export function buildConfirmationMail({ addressId, links }: MailReader): MailContent {
  return {
    subject: 'Confirm your e-mail address for Douze',
    heading: 'Is this your address?',
    paragraphs: [
      'Somebody, most likely you, typed it into Douze, the fantasy game for the Eurovision Song Contest.',
      'Confirm it within 24 hours, and you will hear when a new game begins. You choose the rest.',
      'Not you? Do nothing, and no news will come.',
    ],
    button: { label: 'Confirm this address', url: links.confirm(addressId) },
    footer: 'Your address was typed into Douze: that is why you get this.',
    footerLinks: [],
  }
}

/** Shows an admin that mails are delivered. */
export function buildTestMail({ links }: MailReader): MailContent {
  return {
    subject: 'A test mail from Douze',
    heading: 'Mails arrive',
    paragraphs: ["Here is the test you asked for. This game's mails reach you."],
    button: { label: 'Open the admin area', url: links.page('/admin') },
    footer: 'You pressed the button that sends this.',
    footerLinks: [{ label: preferencesLabel, url: links.page('/game/notifications') }],
  }
}

/** Announces a new season. `next`: the first open round. */
export function buildSeasonMail(reader: MailReader, game: Game, next: Round): MailContent {
  return {
    subject: `The ${game.year} game has begun`,
    heading: `${game.hostCity} ${game.year}: the game is open`,
    paragraphs: [
      `Six lamps are waiting: the Eurovision Song Contest ${game.year} is in ${game.hostCity}, ${game.hostCountry}.`,
      `The ${nameRound(next.title)} closes ${formatDeadline(reader, game, next)}.`,
    ],
    button: { label: 'Create Your Team', url: reader.links.page('/game/team') },
    ...buildFooter(reader, 'season', 'You asked to hear when a new game begins.'),
  }
}

/** Reminds a manager of a deadline who has no team or an automatic line-up. */
export function buildReminderMail(
  reader: MailReader,
  game: Game,
  round: Round,
  hasTeam: boolean,
): MailContent {
  const deadline = `It closes ${formatDeadline(reader, game, round)}.`
  const footer = buildFooter(reader, 'reminder', 'You asked to be reminded while your line-up is not set.')
  if (!hasTeam)
    return {
      subject: `You have no team for the ${nameRound(round.title)} yet`,
      heading: `No team yet for the ${nameRound(round.title)}`,
      paragraphs: [
        deadline,
        'Pick six countries before then, and they score in it. Once a show has begun, a new team locks when you save it.',
      ],
      button: { label: 'Create Your Team', url: reader.links.page('/game/team') },
      ...footer,
    }
  return {
    subject: `Your line-up for the ${nameRound(round.title)} is not set`,
    heading: `Your line-up for the ${nameRound(round.title)} is not set`,
    paragraphs: [
      deadline,
      "Until you save an order, we use your team's, singers first. Happy with it? Then there is nothing to do.",
    ],
    button: { label: 'Set line-up', url: reader.links.page(`/game/lineup?round=${round.roundNumber}`) },
    ...footer,
  }
}

interface ResultsMailParams {
  game: Game
  round: Round
  teamName: string
  /** Null when the reader hides the results of the round (D38). */
  result: RoundResult | null
}

const numberFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })

/**
 * Reports a team's points and ranks. The subject and the first lines, which mail programs preview, contain none of
 * them.
 */
export function buildResultsMail(
  reader: MailReader,
  { game, round, teamName, result }: ResultsMailParams,
): MailContent {
  const introduction = `Every team has its points for the ${nameRound(round.title)} in ${game.hostCity} ${game.year}, and its place in the ranking.`
  return {
    subject: `The ${nameRound(round.title)}'s results are out`,
    heading: `The ${nameRound(round.title)}'s results are out`,
    paragraphs: result
      ? [
          `${introduction} Not seen the show yet? Then stop reading here and come back afterwards: your results follow.`,
          ...describeResult(teamName, result),
        ]
      : [introduction, 'You hide results until you open them: yours are on the site, behind a button.'],
    button: { label: 'View Results', url: reader.links.page(`/game/results?round=${round.roundNumber}`) },
    ...buildFooter(reader, 'results', 'You asked to hear when results are out.'),
  }
}

function describeResult(
  teamName: string,
  { scoreHundredths, roundRank, totalHundredths, rank }: RoundResult,
): string[] {
  const points = (hundredths: number) => numberFormat.format(toPoints(hundredths))
  const place = (number: number) => `#${numberFormat.format(number)}`
  return [
    `“${isolate(teamName)}”: ${points(scoreHundredths)} points, rank ${place(roundRank)} of the round.`,
    `In total: ${points(totalHundredths)} points, rank ${place(rank)}.`,
  ]
}

/** A deadline in the reader's time zone and the host's: 'May 13, 20:00 BST (May 13, 21:00 CEST in Basel)'. */
function formatDeadline({ timeZone }: MailReader, game: Game, { deadlineAt }: Round): string {
  const inZone = (zone: string) =>
    `${formatInstant(deadlineAt, zone)} ${formatZoneAbbreviation(deadlineAt, zone)}`
  const hostTime = `${inZone(game.timeZone)} in ${game.hostCity}`
  const readerTime = timeZone !== null && isTimeZone(timeZone) ? inZone(timeZone) : null
  return readerTime === null || readerTime === inZone(game.timeZone)
    ? hostTime
    : `${readerTime} (${hostTime})`
}

function buildFooter({ links, addressId }: MailReader, kind: NotificationKind, footer: string) {
  return {
    footer,
    footerLinks: [
      { label: 'Stop these mails', url: links.unsubscribe(kind, addressId) },
      { label: preferencesLabel, url: links.page('/game/notifications') },
    ],
  }
}

import type { SeasonFileEntry } from '#app/game/season/season-file.ts'
import type { DemoArticle } from './articles.server.ts'
import { buildSemiFinalGuide } from './guide-articles.server.ts'
import {
  formatCredit,
  heading,
  joinNames,
  orderedList,
  paragraph,
  toNumberWord,
  unorderedList,
} from './html.server.ts'
import {
  type DemoSeason,
  findHostCode,
  formatStart,
  getRound,
  listFinalists,
  listQualifiers,
  listSemiFinalists,
  readFact,
} from './season-facts.server.ts'

/** Reports of the shows, each dated the day after its show at the earliest. */
export function buildReports(facts: DemoSeason): DemoArticle[] {
  return [
    qualifiers(facts, 1),
    buildSemiFinalGuide(facts, 2),
    qualifiers(facts, 2),
    finalOrder(facts),
    winner(facts),
    finalTable(facts),
    juriesAndViewers(facts),
  ]
}

function qualifiers(facts: DemoSeason, roundNumber: number): DemoArticle {
  const qualified = listQualifiers(facts, roundNumber)
  const eliminated = listSemiFinalists(facts, roundNumber).filter((entry) => !entry.result?.qualified)
  const { title } = getRound(facts.contest, roundNumber)
  return {
    round: roundNumber,
    days: 1,
    category: 'COMPETITION',
    countryCode: findHostCode(facts),
    title: `${title}: these ${toNumberWord(qualified.length).toLowerCase()} are through`,
    summary: 'Who goes on to the final, and what a qualifier is worth in the game.',
    content: [
      paragraph('In running order, not in order of points:'),
      unorderedList(qualified.map(formatCredit)),
      paragraph(`For ${joinNames(eliminated.map((entry) => entry.country))} the contest ends here.`),
      heading('In the game'),
      paragraph(
        'Each of the qualifiers is worth 50 points, times the share of its position in your line-up for this round.',
      ),
    ],
  }
}

/** The running order of the final, known after the second semi-final. */
function finalOrder(facts: DemoSeason): DemoArticle {
  const entries = listFinalists(facts, 'finalRunningOrder')
  return {
    round: 3,
    days: 0,
    category: 'COMPETITION',
    countryCode: findHostCode(facts),
    title: `Grand final tonight: all ${entries.length} songs in order`,
    summary: 'Who sings when. Line-ups for the final close when the show begins.',
    content: [
      paragraph(`The final begins on ${formatStart(facts.contest, 3)}.`),
      orderedList(entries.map(formatCredit)),
    ],
  }
}

function winner(facts: DemoSeason): DemoArticle {
  const [first, second, third] = listFinalists(facts, 'finalPlace')
  if (!first || !second || !third) throw new Error('The final has no podium')
  const lead = readFinalPoints(first) - readFinalPoints(second)
  return {
    round: 3,
    days: 1,
    category: 'COMPETITION',
    countryCode: findHostCode(facts),
    title: 'The grand final has a winner',
    summary: `Who won in ${facts.contest.hostCity}, and with how many points.`,
    content: [
      paragraph(
        `“${first.song}” by ${first.artist} receives ${readFinalPoints(first)} points, ${lead} more than second place.`,
      ),
      paragraph(
        `${first.country} wins the grand final with ${readFinalPoints(first)} points: ${readFact(first, 'finalJuryPoints')} from the juries and ${readFact(first, 'finalTelevotePoints')} from the viewers.`,
      ),
      paragraph(
        `${second.country} comes second with ${readFinalPoints(second)} points, ${third.country} third with ${readFinalPoints(third)}.`,
      ),
    ],
  }
}

function finalTable(facts: DemoSeason): DemoArticle {
  const entries = listFinalists(facts, 'finalPlace')
  return {
    round: 3,
    days: 1,
    category: 'FANTASY_GAME',
    countryCode: findHostCode(facts),
    title: 'What the final was worth: all points',
    summary: 'The points that your line-ups are multiplied with, from the first place to the last.',
    content: [
      paragraph('These are the points of the final before the share of a position is taken.'),
      unorderedList(
        entries.map(
          (entry) => `${readFact(entry, 'finalPlace')}. ${entry.country}: ${readFinalPoints(entry)} points`,
        ),
      ),
      paragraph('Results appear in the game as soon as the scores of the final have been computed.'),
    ],
  }
}

function juriesAndViewers(facts: DemoSeason): DemoArticle {
  const entries = listFinalists(facts, 'finalPlace')
  const juries = listTop(entries, 'finalJuryPoints')
  const viewers = listTop(entries, 'finalTelevotePoints')
  return {
    round: 3,
    days: 1,
    category: 'OTHER',
    countryCode: findHostCode(facts),
    title: 'Juries and viewers: two different top fives',
    summary: 'Where juries and viewers agreed, and where they did not.',
    content: [
      heading('Most points from the juries'),
      unorderedList(juries.map((entry) => `${entry.country}: ${readFact(entry, 'finalJuryPoints')}`)),
      heading('Most points from the viewers'),
      unorderedList(viewers.map((entry) => `${entry.country}: ${readFact(entry, 'finalTelevotePoints')}`)),
    ],
  }
}

function listTop(entries: readonly SeasonFileEntry[], fact: 'finalJuryPoints' | 'finalTelevotePoints') {
  return [...entries].sort((a, b) => readFact(b, fact) - readFact(a, fact)).slice(0, 5)
}

function readFinalPoints(entry: SeasonFileEntry): number {
  return readFact(entry, 'finalPoints')
}

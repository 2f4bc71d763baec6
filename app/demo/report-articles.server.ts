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
  listFinalists,
  listQualifiers,
  listSemiFinalists,
  readFact,
} from './season-facts.server.ts'

/** Reports of the shows, each dated the day after its show at the earliest. */
export function buildReports(story: DemoSeason): DemoArticle[] {
  return [
    qualified(story, 1),
    buildSemiFinalGuide(story, 2),
    qualified(story, 2),
    finalOrder(story),
    winner(story),
    finalTable(story),
    juriesAndViewers(story),
  ]
}

function qualified(story: DemoSeason, roundNumber: number): DemoArticle {
  const through = listQualifiers(story, roundNumber)
  const out = listSemiFinalists(story, roundNumber).filter((entry) => !entry.result?.qualified)
  const show = story.contest.rounds.find((round) => round.roundNumber === roundNumber)?.title ?? ''
  return {
    round: roundNumber,
    days: 1,
    category: 'COMPETITION',
    countryCode: through[0]?.code ?? null,
    title: `${show}: these ${toNumberWord(through.length).toLowerCase()} are through`,
    summary: `${joinNames(through.slice(0, 3).map((entry) => entry.country))} are among the ${through.length} countries that go on to the final.`,
    contentHtml: [
      paragraph('In running order, not in order of points:'),
      unorderedList(through.map(formatCredit)),
      paragraph(`For ${joinNames(out.map((entry) => entry.country))} the contest ends here.`),
      heading('In the game'),
      paragraph(
        'Each of the qualifiers is worth 50 points, times the share of its position in your line-up for this round.',
      ),
    ].join(''),
  }
}

/** The running order of the final, known after the second semi-final. */
function finalOrder(story: DemoSeason): DemoArticle {
  const entries = listFinalists(story, 'finalRunningOrder')
  return {
    round: 3,
    days: 0,
    category: 'COMPETITION',
    countryCode: findHostCode(story),
    title: `Grand final tonight: all ${entries.length} songs in order`,
    summary: `${entries[0]?.country} opens, ${entries.at(-1)?.country} closes. Line-ups for the final close when the show begins.`,
    contentHtml: [
      paragraph(`The final begins on ${story.startOf(3)}.`),
      orderedList(entries.map(formatCredit)),
    ].join(''),
  }
}

function winner(story: DemoSeason): DemoArticle {
  const [first, second, third] = listFinalists(story, 'finalPlace')
  if (!first || !second || !third) throw new Error('The final has no podium')
  const lead = pointsOf(first) - pointsOf(second)
  return {
    round: 3,
    days: 1,
    category: 'COMPETITION',
    countryCode: first.code,
    title: `${first.country} wins with “${first.song}”`,
    summary: `${first.artist} receives ${pointsOf(first)} points in ${story.contest.hostCity}, ${lead} more than second place.`,
    contentHtml: [
      paragraph(
        `${first.country} wins the grand final with ${pointsOf(first)} points: ${readFact(first, 'finalJuryPoints')} from the juries and ${readFact(first, 'finalTelevotePoints')} from the viewers.`,
      ),
      paragraph(
        `${second.country} comes second with ${pointsOf(second)} points, ${third.country} third with ${pointsOf(third)}.`,
      ),
    ].join(''),
  }
}

function finalTable(story: DemoSeason): DemoArticle {
  const entries = listFinalists(story, 'finalPlace')
  return {
    round: 3,
    days: 1,
    category: 'FANTASY_GAME',
    countryCode: entries[1]?.code ?? null,
    title: 'What the final was worth: all points',
    summary: `From ${entries[0]?.country} to ${entries.at(-1)?.country}: the points that your line-ups are multiplied with.`,
    contentHtml: [
      paragraph('These are the points of the final before the share of a position is taken.'),
      unorderedList(
        entries.map(
          (entry) => `${readFact(entry, 'finalPlace')}. ${entry.country}: ${pointsOf(entry)} points`,
        ),
      ),
      paragraph('Results appear in the game as soon as the scores of the final have been computed.'),
    ].join(''),
  }
}

function juriesAndViewers(story: DemoSeason): DemoArticle {
  const entries = listFinalists(story, 'finalPlace')
  const juries = top(entries, 'finalJuryPoints')
  const viewers = top(entries, 'finalTelevotePoints')
  return {
    round: 3,
    days: 1,
    category: 'OTHER',
    countryCode: juries[0]?.code ?? null,
    title: 'Juries and viewers: two different top fives',
    summary: `The juries put ${juries[0]?.country} first, the viewers ${viewers[0]?.country}.`,
    contentHtml: [
      heading('Most points from the juries'),
      unorderedList(juries.map((entry) => `${entry.country}: ${readFact(entry, 'finalJuryPoints')}`)),
      heading('Most points from the viewers'),
      unorderedList(viewers.map((entry) => `${entry.country}: ${readFact(entry, 'finalTelevotePoints')}`)),
    ].join(''),
  }
}

function top(entries: readonly SeasonFileEntry[], fact: 'finalJuryPoints' | 'finalTelevotePoints') {
  return [...entries].sort((a, b) => readFact(b, fact) - readFact(a, fact)).slice(0, 5)
}

function pointsOf(entry: SeasonFileEntry): number {
  return readFact(entry, 'finalPoints')
}

import type { SeasonFileEntry } from '#app/game/season.ts'
import type { Draft } from './demo-articles.server.ts'
import {
  factOf,
  finalists,
  hostCode,
  qualifiersOf,
  type SeasonStory,
  semiFinalists,
} from './demo-facts.server.ts'
import { semiFinal } from './demo-guides.server.ts'
import { credit, enumerate, heading, inWords, list, paragraph, ranking } from './demo-html.server.ts'

/** What happened, each told the day after the show at the earliest. */
export function reports(story: SeasonStory): Draft[] {
  return [
    qualified(story, 1),
    semiFinal(story, 2),
    qualified(story, 2),
    finalOrder(story),
    winner(story),
    finalTable(story),
    juriesAndViewers(story),
  ]
}

function qualified(story: SeasonStory, roundNumber: number): Draft {
  const through = qualifiersOf(story, roundNumber)
  const out = semiFinalists(story, roundNumber).filter((entry) => !entry.result?.qualified)
  const show = story.contest.rounds.find((round) => round.roundNumber === roundNumber)?.title ?? ''
  return {
    round: roundNumber,
    days: 1,
    category: 'COMPETITION',
    countryCode: through[0]?.code ?? null,
    title: `${show}: these ${inWords(through.length).toLowerCase()} are through`,
    summary: `${enumerate(through.slice(0, 3).map((entry) => entry.country))} are among the ${through.length} countries that go on to the final.`,
    contentHtml: [
      paragraph('In running order, not in order of points:'),
      list(through.map(credit)),
      paragraph(`For ${enumerate(out.map((entry) => entry.country))} the contest ends here.`),
      heading('In the game'),
      paragraph(
        'Each of the qualifiers is worth 50 points, times the share of its position in your line-up for this round.',
      ),
    ].join(''),
  }
}

/** Known once the second semi-final is over. */
function finalOrder(story: SeasonStory): Draft {
  const entries = finalists(story, 'finalRunningOrder')
  return {
    round: 3,
    days: 0,
    category: 'COMPETITION',
    countryCode: hostCode(story),
    title: `Grand final tonight: all ${entries.length} songs in order`,
    summary: `${entries[0]?.country} opens, ${entries.at(-1)?.country} closes. Line-ups for the final close when the show begins.`,
    contentHtml: [paragraph(`The final begins on ${story.startOf(3)}.`), ranking(entries.map(credit))].join(
      '',
    ),
  }
}

function winner(story: SeasonStory): Draft {
  const [first, second, third] = finalists(story, 'finalPlace')
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
        `${first.country} wins the grand final with ${pointsOf(first)} points: ${factOf(first, 'finalJuryPoints')} from the juries and ${factOf(first, 'finalTelevotePoints')} from the viewers.`,
      ),
      paragraph(
        `${second.country} comes second with ${pointsOf(second)} points, ${third.country} third with ${pointsOf(third)}.`,
      ),
    ].join(''),
  }
}

function finalTable(story: SeasonStory): Draft {
  const entries = finalists(story, 'finalPlace')
  return {
    round: 3,
    days: 1,
    category: 'FANTASY_GAME',
    countryCode: entries[1]?.code ?? null,
    title: 'What the final was worth: all points',
    summary: `From ${entries[0]?.country} to ${entries.at(-1)?.country}: the points that your line-ups are multiplied with.`,
    contentHtml: [
      paragraph('These are the points of the final before the share of a position is taken.'),
      list(
        entries.map((entry) => `${factOf(entry, 'finalPlace')}. ${entry.country}: ${pointsOf(entry)} points`),
      ),
      paragraph('Results appear in the game as soon as the scores of the final have been computed.'),
    ].join(''),
  }
}

function juriesAndViewers(story: SeasonStory): Draft {
  const entries = finalists(story, 'finalPlace')
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
      list(juries.map((entry) => `${entry.country}: ${factOf(entry, 'finalJuryPoints')}`)),
      heading('Most points from the viewers'),
      list(viewers.map((entry) => `${entry.country}: ${factOf(entry, 'finalTelevotePoints')}`)),
    ].join(''),
  }
}

function top(entries: readonly SeasonFileEntry[], fact: 'finalJuryPoints' | 'finalTelevotePoints') {
  return [...entries].sort((a, b) => factOf(b, fact) - factOf(a, fact)).slice(0, 5)
}

function pointsOf(entry: SeasonFileEntry): number {
  return factOf(entry, 'finalPoints')
}

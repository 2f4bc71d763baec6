import type { SeasonFileEntry } from '#app/game/season/season-file.ts'
import type { DemoArticle } from './articles.server.ts'
import { buildSemiFinalGuide } from './guide-articles.server.ts'
import { formatCredit, html, joinNames, toNumberWord } from './html.server.ts'
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
    buildQualifiers(facts, 1),
    buildSemiFinalGuide(facts, 2),
    buildQualifiers(facts, 2),
    ...buildFinal(facts),
  ]
}

function buildQualifiers(facts: DemoSeason, roundNumber: number): DemoArticle {
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
    contentHtml: html`
      <p>In running order, not in order of points:</p>
      <ul>${qualified.map(formatCredit)}</ul>
      <p>For ${joinNames(eliminated.map((entry) => entry.country))} the contest ends here.</p>
      <h2>In the game</h2>
      <p>Each of the qualifiers is worth 50 points, times the share of its position in your line-up for this round.</p>`,
  }
}

/** The running order of the final, known after the second semi-final, and its results. */
function buildFinal(facts: DemoSeason): DemoArticle[] {
  const inOrder = listFinalists(facts, 'finalRunningOrder')
  const byPlace = listFinalists(facts, 'finalPlace')
  const [first, second, third] = byPlace
  if (!first || !second || !third) throw new Error('The final has no podium')
  const points = (entry: SeasonFileEntry) => readFact(entry, 'finalPoints')
  const listTop = (fact: 'finalJuryPoints' | 'finalTelevotePoints') =>
    [...byPlace]
      .sort((a, b) => readFact(b, fact) - readFact(a, fact))
      .slice(0, 5)
      .map((entry) => `${entry.country}: ${readFact(entry, fact)}`)
  const shared = { round: 3, days: 1, category: 'COMPETITION', countryCode: findHostCode(facts) } as const
  return [
    {
      ...shared,
      days: 0,
      title: `Grand final tonight: all ${inOrder.length} songs in order`,
      summary: 'Who sings when. Line-ups for the final close when the show begins.',
      contentHtml: html`
        <p>The final begins on ${formatStart(facts.contest, 3)}.</p>
        <ol>${inOrder.map(formatCredit)}</ol>`,
    },
    {
      ...shared,
      title: 'The grand final has a winner',
      summary: `Who won in ${facts.contest.hostCity}, and with how many points.`,
      contentHtml: html`
        <p>“${first.song}” by ${first.artist} receives ${points(first)} points, ${points(first) - points(second)} more than second place.</p>
        <p>${first.country} wins the grand final with ${points(first)} points: ${readFact(first, 'finalJuryPoints')} from the juries and ${readFact(first, 'finalTelevotePoints')} from the viewers.</p>
        <p>${second.country} comes second with ${points(second)} points, ${third.country} third with ${points(third)}.</p>`,
    },
    {
      ...shared,
      category: 'FANTASY_GAME',
      title: 'What the final was worth: all points',
      summary: 'The points that your shares multiply, from first place to last.',
      contentHtml: html`
        <p>These are the points of the final before the share of a position is taken.</p>
        <ul>${byPlace.map((entry) => `${readFact(entry, 'finalPlace')}. ${entry.country}: ${points(entry)} points`)}</ul>
        <p>Results appear in the game as soon as the scores of the final have been computed.</p>`,
    },
    {
      ...shared,
      category: 'OTHER',
      title: 'Juries and viewers: two different top fives',
      summary: 'Where juries and viewers agreed, and where they did not.',
      contentHtml: html`
        <h2>Most points from the juries</h2>
        <ul>${listTop('finalJuryPoints')}</ul>
        <h2>Most points from the viewers</h2>
        <ul>${listTop('finalTelevotePoints')}</ul>`,
    },
  ]
}

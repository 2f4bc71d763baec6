import type { DemoArticle } from './articles.server.ts'
import { formatCredit, formatPrice, html, joinNames, toNumberWord } from './html.server.ts'
import {
  type DemoSeason,
  findHostCode,
  formatStart,
  getRound,
  listByPrice,
  listPreQualified,
  listSemiFinalists,
} from './season-facts.server.ts'

/** How the game works, published before the first show. */
export function buildGuides(facts: DemoSeason): DemoArticle[] {
  const { contest, entries } = facts
  const budget = contest.budgetTenths / 10
  const shares = contest.lineupPercentages
  const preQualified = listPreQualified(facts)
  const cheapest = listByPrice(facts, 'lowest').slice(0, 8)
  const lowest = cheapest.slice(0, 1)
  const dearest = listByPrice(facts, 'highest').slice(0, 5)
  const [first, second] = dearest
  if (!first || !second) throw new Error('A season has more than one entry')
  return [
    {
      days: -26,
      category: 'FANTASY_GAME',
      title: `How to play: six countries, ${budget} million euros`,
      summary: `Pick six of ${entries.length} countries, put them in order, and let the real results do the rest.`,
      contentHtml: html`
        <p>Every country in ${contest.hostCity} has a price. Your six may cost ${budget} million euros together, so a favourite or two usually means a bargain somewhere else.</p>
        <h2>What earns points</h2>
        <ul>
          <li>Semi-finals: 50 points for each of your countries that qualifies from that semi-final.</li>
          <li>Final: the points the country really receives from juries and viewers.</li>
          <li>Each position in your line-up has a share, and the points are multiplied by it.</li>
        </ul>
        <h2>What you can change, and until when</h2>
        <p>The team can change until the first semi-final begins. After that only the order for each coming show can.</p>`,
    },
    {
      days: -23,
      category: 'COMPETITION',
      countryCode: findHostCode(facts),
      title: `${entries.length} countries, three shows: the road through ${contest.hostCity}`,
      summary: `Two semi-finals and a grand final in ${contest.hostCity}, ${contest.hostCountry}. Here is when they begin.`,
      contentHtml: html`
        <p>${contest.hostCity} is the host city of ${contest.year}. All times are those of the city.</p>
        <ul>${contest.rounds.map((round) => `${round.title}: ${formatStart(contest, round.roundNumber)}`)}</ul>
        <p>Each show is one round of the game. Line-ups for a round close at the moment the show begins.</p>`,
    },
    {
      days: -20,
      category: 'FANTASY_GAME',
      title: `What ${joinNames([...new Set(shares)].map(String))} percent really mean`,
      summary: 'The order of your line-up decides how much of a country’s points you keep. A worked example.',
      contentHtml: html`
        <p>Take a country that qualifies from its semi-final: 50 points. Where it stands decides what you get.</p>
        <ul>${shares.map((share, index) => `Position ${index + 1}: ${share}%, so ${share / 2} points`)}</ul>
        <p>In a semi-final, countries that sing in the other one earn nothing that night. Moving them down costs nothing.</p>`,
    },
    {
      days: -18,
      category: 'OTHER',
      title: `${entries.length} songs on one page`,
      summary: `Every entry of ${contest.year} with its video, to listen to before you choose.`,
      contentHtml: html`
        <p>The songs page shows every country with its artist and its song. A video loads only when you press play.</p>
        <p>The same video waits behind “Details” wherever you choose countries for your team.</p>`,
    },
    {
      days: -16,
      category: 'COMPETITION',
      countryCode: preQualified[0]?.code ?? null,
      title: `${toNumberWord(preQualified.length)} countries already have a place in the final`,
      summary: `${joinNames(preQualified.map((entry) => entry.country))} skip the semi-finals.`,
      contentHtml: html`
        <p>They are safe for the grand final, whatever happens in the semi-finals.</p>
        <ul>${preQualified.map(formatCredit)}</ul>
        <p>In the game that cuts both ways: a pre-qualified country earns nothing in a semi-final, and everything in the final counts.</p>`,
    },
    {
      days: -13,
      category: 'FANTASY_GAME',
      countryCode: lowest[0]?.code ?? null,
      title: 'The smallest prices in the game',
      summary: `No country costs less than ${joinNames(lowest.map(formatPrice))}. Eight countries that leave room for a favourite.`,
      contentHtml: html`
        <p>A cheap country that reaches the final can be worth more than a dear one that does not.</p>
        <ul>${cheapest.map((entry) => `${formatCredit(entry)}, ${formatPrice(entry)}`)}</ul>`,
    },
    {
      days: -11,
      category: 'OTHER',
      title: 'Private leagues: a table for your whole sofa',
      summary: 'Beside the world’s ranking stands a smaller one that only its members see.',
      contentHtml: html`
        <p>A private league ranks its members by the same points as everybody else. Its table changes after every show.</p>
        <p>Inside a league you see who manages each team. Everywhere else a team shows only its own name.</p>`,
    },
    {
      days: -8,
      category: 'FANTASY_GAME',
      countryCode: first.code,
      title: `${first.country} has the highest price`,
      summary: 'The five dearest countries of the game, and what is left beside the first two.',
      contentHtml: html`
        <ul>${dearest.map((entry) => `${formatCredit(entry)}, ${formatPrice(entry)}`)}</ul>
        <p>Whoever takes both ${first.country} and ${second.country} has ${budget - (first.priceTenths + second.priceTenths) / 10} million euros left for four more countries.</p>`,
    },
    {
      days: -6,
      category: 'OTHER',
      title: 'When teams and line-ups close',
      summary: 'A round closes at the moment its show begins, and not a second later.',
      contentHtml: html`
        <ul>${contest.rounds.map(({ title, roundNumber }) => `Line-ups for “${title}” close on ${formatStart(contest, roundNumber)}`)}</ul>
        <p>A round you never touch uses the order of your team, so nobody is left without points for forgetting.</p>`,
    },
    {
      days: -4,
      category: 'FANTASY_GAME',
      title: 'Why so many teams share a rank',
      summary: 'After one semi-final hundreds of line-ups have the same score. That is how it should be.',
      contentHtml: html`
        <p>A country either qualifies or it does not, so a semi-final gives only a few different scores. Equal scores share a rank, and the next rank counts everybody before it.</p>
        <p>Nothing is rounded before teams are ranked, so rounding never makes a tie.</p>`,
    },
    buildSemiFinalGuide(facts, 1),
  ]
}

/** The acts of a semi-final, published the day before. */
export function buildSemiFinalGuide(facts: DemoSeason, roundNumber: number): DemoArticle {
  const entries = listSemiFinalists(facts, roundNumber)
  const { title } = getRound(facts.contest, roundNumber)
  return {
    round: roundNumber,
    days: -1,
    category: 'COMPETITION',
    countryCode: entries[0]?.code ?? null,
    title: `${title}: who sings when`,
    summary: `${entries.length} countries, opened by ${entries[0]?.country} and closed by ${entries.at(-1)?.country}.`,
    contentHtml: html`
      <p>The show begins on ${formatStart(facts.contest, roundNumber)}. This is the running order.</p>
      <ol>${entries.map(formatCredit)}</ol>`,
  }
}

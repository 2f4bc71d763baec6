import type { DemoArticle } from './articles.server.ts'
import {
  formatCredit,
  formatPrice,
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
  listByPrice,
  listPreQualified,
  listSemiFinalists,
} from './season-facts.server.ts'

/** How the game works, published before the first show. */
export function buildGuides(facts: DemoSeason): DemoArticle[] {
  return [
    howToPlay(facts),
    showDates(facts),
    positionShares(facts),
    songsPage(facts),
    preQualified(facts),
    lowestPrices(facts),
    privateLeagues,
    highestPrices(facts),
    deadlines(facts),
    sharedRanks,
    buildSemiFinalGuide(facts, 1),
  ]
}

function howToPlay({ contest, entries }: DemoSeason): DemoArticle {
  const budget = contest.budgetTenths / 10
  return {
    days: -26,
    category: 'FANTASY_GAME',
    title: `How to play: six countries, ${budget} million euros`,
    summary: `Pick six of ${entries.length} countries, put them in order, and let the real results do the rest.`,
    content: [
      paragraph(
        `Every country in ${contest.hostCity} has a price. Your six may cost ${budget} million euros together, so a favourite or two usually means a bargain somewhere else.`,
      ),
      heading('What earns points'),
      unorderedList([
        'Semi-finals: 50 points for each of your countries that qualifies from that semi-final.',
        'Final: the points the country really receives from juries and viewers.',
        'Each position in your line-up has a share, and the points are multiplied by it.',
      ]),
      heading('What you can change, and until when'),
      paragraph(
        'The team can change until the first semi-final begins. After that only the order for each coming show can.',
      ),
    ],
  }
}

function showDates(facts: DemoSeason): DemoArticle {
  const { contest, entries } = facts
  return {
    days: -23,
    category: 'COMPETITION',
    countryCode: findHostCode(facts),
    title: `${entries.length} countries, three shows: the road through ${contest.hostCity}`,
    summary: `Two semi-finals and a grand final in ${contest.hostCity}, ${contest.hostCountry}. Here is when they begin.`,
    content: [
      paragraph(`${contest.hostCity} is the host city of ${contest.year}. All times are those of the city.`),
      unorderedList(
        contest.rounds.map((round) => `${round.title}: ${formatStart(contest, round.roundNumber)}`),
      ),
      paragraph(
        'Each show is one round of the game. Line-ups for a round close at the moment the show begins.',
      ),
    ],
  }
}

function positionShares({ contest }: DemoSeason): DemoArticle {
  const shares = contest.lineupPercentages
  const earned = shares.map(
    (share, index) => `Position ${index + 1}: ${share}%, so ${(50 * share) / 100} points`,
  )
  return {
    days: -20,
    category: 'FANTASY_GAME',
    title: `What ${joinNames([...new Set(shares)].map(String))} percent really mean`,
    summary: 'The order of your line-up decides how much of a country’s points you keep. A worked example.',
    content: [
      paragraph(
        'Take a country that qualifies from its semi-final: 50 points. Where it stands decides what you get.',
      ),
      unorderedList(earned),
      paragraph(
        'In a semi-final, countries that sing in the other one earn nothing that night. Moving them down costs nothing.',
      ),
    ],
  }
}

function songsPage({ contest, entries }: DemoSeason): DemoArticle {
  return {
    days: -18,
    category: 'OTHER',
    title: `${entries.length} songs on one page`,
    summary: `Every entry of ${contest.year} with its video, to listen before you choose.`,
    content: [
      paragraph(
        'The songs page shows every country with its artist and its song. A video loads only when you press play.',
      ),
      paragraph('The same video waits behind “Details” wherever you choose countries for your team.'),
    ],
  }
}

function preQualified(facts: DemoSeason): DemoArticle {
  const entries = listPreQualified(facts)
  return {
    days: -16,
    category: 'COMPETITION',
    countryCode: entries[0]?.code ?? null,
    title: `${toNumberWord(entries.length)} countries already have a place in the final`,
    summary: `${joinNames(entries.map((entry) => entry.country))} skip the semi-finals.`,
    content: [
      paragraph('They are safe for the grand final, whatever happens in the semi-finals.'),
      unorderedList(entries.map(formatCredit)),
      paragraph(
        'In the game that cuts both ways: a pre-qualified country earns nothing in a semi-final, and everything in the final counts.',
      ),
    ],
  }
}

function lowestPrices(facts: DemoSeason): DemoArticle {
  const cheapest = listByPrice(facts, 'lowest').slice(0, 8)
  const lowest = cheapest.slice(0, 1)
  return {
    days: -13,
    category: 'FANTASY_GAME',
    countryCode: lowest[0]?.code ?? null,
    title: 'The smallest prices in the game',
    summary: `No country costs less than ${joinNames(lowest.map(formatPrice))}. Eight countries that leave room for a favourite.`,
    content: [
      paragraph('A cheap country that reaches the final can be worth more than a dear one that does not.'),
      unorderedList(cheapest.map((entry) => `${formatCredit(entry)}, ${formatPrice(entry)}`)),
    ],
  }
}

const privateLeagues: DemoArticle = {
  days: -11,
  category: 'OTHER',
  title: 'Private leagues: a table for your whole sofa',
  summary: 'Beside the world’s ranking stands a smaller one that only its members see.',
  content: [
    paragraph(
      'A private league ranks its members by the same points as everybody else. Its table changes after every show.',
    ),
    paragraph(
      'Inside a league you see who manages each team. Everywhere else a team shows only its own name.',
    ),
  ],
}

function highestPrices(facts: DemoSeason): DemoArticle {
  const entries = listByPrice(facts, 'highest').slice(0, 5)
  const [first, second] = entries
  if (!first || !second) throw new Error('A season has more than one entry')
  const left = (facts.contest.budgetTenths - first.priceTenths - second.priceTenths) / 10
  return {
    days: -8,
    category: 'FANTASY_GAME',
    countryCode: first.code,
    title: `${first.country} has the highest price`,
    summary: 'The five dearest countries of the game, and what is left beside the first two.',
    content: [
      unorderedList(entries.map((entry) => `${formatCredit(entry)}, ${formatPrice(entry)}`)),
      paragraph(
        `Whoever takes both ${first.country} and ${second.country} has ${left} million euros left for four more countries.`,
      ),
    ],
  }
}

function deadlines({ contest }: DemoSeason): DemoArticle {
  return {
    days: -6,
    category: 'OTHER',
    title: 'When teams and line-ups close',
    summary: 'A round closes at the moment its show begins, and not a second later.',
    content: [
      unorderedList(
        contest.rounds.map(
          (round) => `Line-ups for “${round.title}” close on ${formatStart(contest, round.roundNumber)}`,
        ),
      ),
      paragraph(
        'A round you never touch uses the order of your team, so nobody scores nothing for forgetting.',
      ),
    ],
  }
}

const sharedRanks: DemoArticle = {
  days: -4,
  category: 'FANTASY_GAME',
  title: 'Why so many teams share a rank',
  summary: 'After one semi-final hundreds of line-ups stand on the same score. That is how it should be.',
  content: [
    paragraph(
      'A country either qualifies or it does not, so a semi-final knows only a few different scores. Equal scores share a rank, and the next rank counts everybody before it.',
    ),
    paragraph('Nothing is rounded before teams are ranked, so rounding never makes a tie.'),
  ],
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
    content: [
      paragraph(`The show begins on ${formatStart(facts.contest, roundNumber)}. This is the running order.`),
      orderedList(entries.map(formatCredit)),
    ],
  }
}

import type { NewArticle } from '#app/game/article/article.ts'
import type { Lineup } from '#app/game/lineup/lineup.ts'
import type { Contest, Entry } from '#app/game/season/contest.ts'
import type { SeasonFile } from '#app/game/season/season-file.ts'
import { computeRemainingTenths, pickEntriesByCode, pickEntriesById } from '#app/game/team/team.ts'
import { SANITISER_VERSION, sanitiseArticle } from '#app/services/news/sanitise-article.server.ts'
import { ensureManager } from '#db/accounts/managers.server.ts'
import { insertLeague } from '#db/leagues/leagues.server.ts'
import { insertMembership } from '#db/leagues/memberships.server.ts'
import { insertArticle } from '#db/news/articles.server.ts'
import type { Db } from '#db/schema.server.ts'
import { findActiveContest, updateTeamCount } from '#db/seasons/games.server.ts'
import { replaceLineups } from '#db/teams/lineups.server.ts'
import { insertReceipt } from '#db/teams/receipts.server.ts'
import { insertTeam, type NewTeam, updateTeam } from '#db/teams/teams.server.ts'
import { bumpVersion } from '#db/versions.server.ts'
import { buildDemoArticles, type UnsanitisedArticle } from './articles.server.ts'
import { makeManagerName, makeTeamName } from './names.server.ts'
import { type Random, seededRandom, shuffle } from './random.server.ts'

const teamTotal = 300
const dayMs = 24 * 60 * 60 * 1000

/** The demo's accounts by their subject at the provider (F2); player3 has no team. */
const demoAccounts = [
  {
    subject: 'player',
    teamName: 'Lights of Basel',
    managerName: 'Robin',
    codes: ['AT', 'EE', 'GR', 'IT', 'PL', 'LV'],
  },
  {
    subject: 'player2',
    teamName: 'Twelve Points Please',
    managerName: 'Sascha',
    codes: ['SE', 'NL', 'AL', 'UA', 'LT', 'PT'],
  },
] as const

/** Leagues beside those of the demo's own accounts: `size` demo teams each, and the accounts that are members. */
const leagues = [
  { name: 'Sofa Jury', owner: 'player', members: ['player', 'player2'], size: 9 },
  { name: 'Office Scoreboard', owner: 'player2', members: ['player2'], size: 14 },
  { name: 'Choir Practice', owner: 'demo-1', members: ['player'], size: 23 },
  { name: 'The Big Living Room', owner: 'demo-2', members: [], size: 39 },
  { name: 'Class of Waterloo', owner: 'demo-3', members: [], size: 18 },
  { name: 'Nordic Voting Block Party', owner: 'demo-4', members: [], size: 31 },
  { name: 'Five Friends and a Fondue', owner: 'demo-5', members: [], size: 5 },
] as const

export interface DemoSeed {
  /** The season file of the active game, the source of the articles. */
  season: SeasonFile
  /** The provider of the demo's accounts. */
  issuer: string
  /** Game time at the demo's start, epoch ms: every team joins before it. */
  now: number
  newSecret: () => string
}

/** Fills the active game with the same teams, leagues and news each time. False when it has teams already. */
export async function seedDemo(db: Db, seed: DemoSeed): Promise<boolean> {
  const contest = await findActiveContest(db)
  if (!contest || contest.teamCount > 0) return false
  const articles: NewArticle[] = []
  for (const raw of buildDemoArticles(contest, seed.season)) articles.push(await sanitise(raw))
  return db.transaction().execute(async (tx) => {
    const world = { tx, contest, seed, random: seededRandom(contest.year) }
    await seedLeagues(world, await seedTeams(world))
    for (const article of articles) await insertArticle(tx, article, seed.now)
    for (const topic of ['game', 'news', 'ranking'] as const) await bumpVersion(tx, topic)
    return true
  })
}

/** What every step of seeding needs. */
interface SeedingWorld {
  tx: Db
  contest: Contest
  seed: DemoSeed
  random: Random
}

/** Seeded news is not trusted: it passes the sanitiser like an editor's. */
async function sanitise(raw: UnsanitisedArticle): Promise<NewArticle> {
  const content = await sanitiseArticle(raw.contentHtml)
  if (!content.ok || content.removed.length > 0) throw new Error(`The demo's '${raw.title}' is not clean`)
  return { ...raw, contentHtml: content.html, sanitiserVersion: SANITISER_VERSION }
}

type SeededTeam = Awaited<ReturnType<typeof seedTeam>>

async function seedTeams(world: SeedingWorld): Promise<SeededTeam[]> {
  const { contest, seed, random } = world
  const taken = new Set<string>(demoAccounts.map((one) => one.teamName))
  const { entries } = contest
  const players = demoAccounts.map((one) => ({ ...one, entries: pickEntriesByCode(entries, one.codes) }))
  const others = Array.from({ length: teamTotal }, (_, index) => ({
    subject: `demo-${index + 1}`,
    teamName: makeTeamName(random, taken),
    managerName: makeManagerName(random),
    entries: pickAffordableEntries(contest, random),
  }))
  const all = shuffle(random, [...players, ...others])
  const teams: SeededTeam[] = []
  for (const [index, one] of all.entries()) {
    const createdAt = seed.now - Math.floor((30 * dayMs * (all.length - index)) / all.length)
    teams.push(await seedTeam(world, { ...one, createdAt }))
  }
  return teams
}

interface TeamSeed {
  subject: string
  teamName: string
  managerName: string
  entries: readonly Entry[]
  createdAt: number
}

async function seedTeam(world: SeedingWorld, input: TeamSeed) {
  const { tx, contest, seed } = world
  const { subject, teamName, managerName, createdAt } = input
  const managerId = await ensureManager(tx, { issuer: seed.issuer, subject, now: createdAt })
  const entryIds = input.entries.map((entry) => entry.id)
  const team = { gameId: contest.id, managerId, teamName, managerName, entryIds, now: createdAt }
  const teamId = await insertTeam(tx, team)
  await updateTeamCount(tx, contest.id)
  const lineups = makeLineups(world, entryIds, createdAt)
  await replaceLineups(tx, teamId, lineups)
  if (demoAccounts.some((one) => one.subject === subject))
    await insertReceipts(world, { ...team, teamId }, lineups)
  return { subject, managerId, teamId, createdAt }
}

/** Only accounts that can sign in get receipts: nobody could read the others'. */
async function insertReceipts(
  { tx, contest }: SeedingWorld,
  { teamId, ...team }: NewTeam & { teamId: number },
  lineups: readonly Lineup[],
): Promise<void> {
  const codesOf = (ids: readonly number[]) => pickEntriesById(contest.entries, ids).map((entry) => entry.code)
  const { managerId, teamName, entryIds, now } = team
  const receiptFields = { gameId: contest.id, managerId, savedAt: now }
  const automatic = lineups.filter((lineup) => lineup.isAutomatic)
  const roundNumbers = automatic.map((lineup) => lineup.roundNumber)
  const codes = codesOf(entryIds)
  const receiptId = await insertReceipt(tx, { ...receiptFields, kind: 'team', teamName, roundNumbers, codes })
  await updateTeam(tx, teamId, { ...team, receiptId })
  await replaceLineups(tx, teamId, automatic, receiptId)
  for (const lineup of lineups.filter((each) => !each.isAutomatic)) {
    const order = { kind: 'line-up', codes: codesOf(lineup.entryIds) } as const
    const receipt = { ...receiptFields, ...order, roundNumbers: [lineup.roundNumber] }
    await replaceLineups(tx, teamId, [lineup], await insertReceipt(tx, receipt))
  }
}

/** Two in five managers order their line-ups by hand; the others have automatic line-ups. */
function makeLineups(
  { contest, random }: SeedingWorld,
  teamOrder: readonly number[],
  savedAt: number,
): Lineup[] {
  return contest.rounds.map(({ roundNumber }) => {
    const isAutomatic = random() >= 0.4
    const entryIds = isAutomatic ? teamOrder : shuffle(random, teamOrder)
    return { roundNumber, entryIds, isAutomatic, savedAt }
  })
}

/** Picks six countries, the dearest first, that fit the budget and leave little of it. */
function pickAffordableEntries(contest: Contest, random: Random): Entry[] {
  const six = shuffle(random, contest.entries).slice(0, contest.teamSize)
  const codes = six.map((entry) => entry.code)
  const left = computeRemainingTenths(contest, codes)
  if (left < 0 || left > contest.budgetTenths / 5) return pickAffordableEntries(contest, random)
  return six.sort((a, b) => b.priceTenths - a.priceTenths)
}

async function seedLeagues(world: SeedingWorld, teams: readonly SeededTeam[]): Promise<void> {
  const { tx, contest, seed, random } = world
  for (const [index, league] of leagues.entries()) {
    const members = pickMembers(league, teams, random)
    const now = seed.now - (leagues.length - index) * dayMs
    const input = { gameId: contest.id, leagueName: league.name, inviteSecret: seed.newSecret(), now }
    const leagueId = await insertLeague(tx, { ...input, ownerId: members[0].managerId })
    for (const { teamId, createdAt } of members) {
      await insertMembership(tx, { leagueId, teamId, now: Math.max(now, createdAt) })
    }
  }
}

/** The owner first, then the demo's accounts, then demo teams up to the league's size. */
function pickMembers(
  league: (typeof leagues)[number],
  teams: readonly SeededTeam[],
  random: Random,
): [SeededTeam, ...SeededTeam[]] {
  const owner = teams.find((team) => team.subject === league.owner)
  if (!owner) throw new Error(`No demo team for ${league.owner}`)
  const invited = teams.filter((team) => league.members.some((subject) => subject === team.subject))
  const others = shuffle(random, teams).filter((team) => team.subject.startsWith('demo-'))
  const guests = [...invited, ...others.slice(0, league.size)].filter((team) => team !== owner)
  return [owner, ...guests]
}

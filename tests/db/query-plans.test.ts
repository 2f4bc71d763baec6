import Database from 'better-sqlite3'
import { CompiledQuery, Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  listEventsOfTeam,
  listImagesOfManager,
  listMailsOfManager,
  listPublicationsOfManager,
  listRemovalsOfTeam,
  listSessionsOfManager,
} from '#db/accounts/account-export.server.ts'
import { listTeamsOfManager } from '#db/accounts/accounts.server.ts'
import { findManager } from '#db/accounts/managers.server.ts'
import { findDemoMail, listDemoMails } from '#db/demo/demo.server.ts'
import { listLeagueEvents } from '#db/leagues/league-events.server.ts'
import { findLeagueOfScreen, findLeagueScreen } from '#db/leagues/league-screens.server.ts'
import {
  countLeaguesOfTeam,
  findLeague,
  findLeagueOfTeam,
  listLeaguesOfTeam,
  listLeaguesToRank,
} from '#db/leagues/leagues.server.ts'
import {
  findLastMembershipChangeId,
  findLongestStandingMember,
  findMember,
  hasLeagueRemoval,
  listMemberIds,
  listMembers,
  listMembershipChangesAfter,
} from '#db/leagues/memberships.server.ts'
import { listDismissedNotices } from '#db/mail/dismissed-notices.server.ts'
import { findLastConfirmation, findMailAddress, findMailAddresses } from '#db/mail/mail-addresses.server.ts'
import {
  findMailing,
  hasMailing,
  listAnnouncedRounds,
  listDueMailings,
  listRecipients,
} from '#db/mail/mailings.server.ts'
import { listDueMails } from '#db/mail/outbox.server.ts'
import {
  countArticles,
  findArticle,
  listArticles,
  listFeedArticles,
  listFullArticles,
  listSitemapArticles,
  maxPublishDate,
} from '#db/news/articles.server.ts'
import { findImage, hasImage } from '#db/news/images.server.ts'
import type { Db, Schema } from '#db/schema.server.ts'
import { listLivePoints, listPressesUpTo } from '#db/scoreboard/final-vote.server.ts'
import {
  findLivePublication,
  findNewestPublicationWithin,
  findPublicationInForce,
  findReplacedPublication,
  insertPublication,
  listPublishedPoints,
} from '#db/scoreboard/publications.server.ts'
import { findScoredRound, listEnteredPoints, listRoundScores } from '#db/scoreboard/round-scores.server.ts'
import { listEntries, listFinalOrder, listPreviousPlaces } from '#db/seasons/entries.server.ts'
import { findActiveGame } from '#db/seasons/games.server.ts'
import { listDeadlines, listRounds } from '#db/seasons/rounds.server.ts'
import { RetryingSqliteDialect } from '#db/sqlite/dialect.server.ts'
import { listAutomaticRows, listLineupRows, listTeamIds } from '#db/teams/lineup-columns.server.ts'
import { listLineups, listLineupsOfTeams } from '#db/teams/lineups.server.ts'
import {
  deleteOldReceipts,
  findTeamReceipt,
  listReceipts,
  listReceiptsInForce,
} from '#db/teams/receipts.server.ts'
import { listTeamNames, listTeamsByJoinOrder } from '#db/teams/team-names.server.ts'
import { findTeam, findTeamOfManager, findTeamWithLineups } from '#db/teams/teams.server.ts'
import { openTestDatabase } from '../support/test-database.ts'

let store: Awaited<ReturnType<typeof openTestDatabase>>
/** The executed queries. */
const queries: CompiledQuery[] = []
beforeAll(async () => {
  const dialect = new RetryingSqliteDialect(new Database(':memory:'))
  store = await openTestDatabase(
    new Kysely<Schema>({ dialect, log: ({ query }) => void queries.push(query) }),
  )
})
afterAll(() => store.db.destroy())

const page = { offset: 0, limit: 10 }
const recipientQuery = { gameId: 1, roundNumber: 1, after: 0, limit: 300 }

/** Every query for pages of the game and the public side. */
const reads: [string, (db: Db) => Promise<unknown>][] = [
  ['the active game', (db) => findActiveGame(db)],
  ['its rounds', (db) => listRounds(db, 1)],
  ['its countries by name', (db) => listEntries(db, 1)],
  ["the final's running order", (db) => listFinalOrder(db, 1)],
  ["a manager's team", (db) => findTeamOfManager(db, { gameId: 1, managerId: 1 })],
  ["a manager's team with its line-ups", (db) => findTeamWithLineups(db, { gameId: 1, managerId: 1 })],
  ['any team', (db) => findTeam(db, { gameId: 1, teamId: 1 })],
  ["a team's line-ups", (db) => listLineups(db, 1)],
  ["some teams' line-ups of a round", (db) => listLineupsOfTeams(db, { teamIds: [3, 1], roundNumber: 1 })],
  ["a manager's saves", (db) => listReceipts(db, { gameId: 1, managerId: 1, limit: 21 })],
  ['older ones', (db) => listReceipts(db, { gameId: 1, managerId: 1, before: 9, limit: 21 })],
  ['which of them are too many', (db) => deleteOldReceipts(db, { gameId: 1, managerId: 1 })],
  ["the receipt of a manager's team", (db) => findTeamReceipt(db, { gameId: 1, managerId: 1 })],
  ["the receipts of a team's line-ups", (db) => listReceiptsInForce(db, 1)],
  ['an account', (db) => findManager(db, 1)],
  ['its teams of all seasons', (db) => listTeamsOfManager(db, 1)],
  ['the mails that went to it', (db) => listMailsOfManager(db, 1)],
  ['its addresses', (db) => findMailAddresses(db, 1)],
  ['one address', (db) => findMailAddress(db, 1)],
  ['when its confirmation was requested', (db) => findLastConfirmation(db, 1)],
  ['its dismissed notices', (db) => listDismissedNotices(db, 1)],
  ['the mails of the demo', (db) => listDemoMails(db, 50)],
  ['one of them', (db) => findDemoMail(db, 1)],
  ['its sessions', (db) => listSessionsOfManager(db, 1)],
  ['what it published', (db) => listPublicationsOfManager(db, 1)],
  ['the pictures it uploaded', (db) => listImagesOfManager(db, 1)],
  ['the log lines about a team', (db) => listEventsOfTeam(db, 1)],
  ['where it was removed', (db) => listRemovalsOfTeam(db, 1)],
  ["a season's deadlines", (db) => listDeadlines(db, 1)],
  ["a team's leagues", (db) => listLeaguesOfTeam(db, 1)],
  ["a team's leagues with their last join or leave", (db) => listLeaguesToRank(db, 1)],
  ['the number of its leagues', (db) => countLeaguesOfTeam(db, 1)],
  ['any league', (db) => findLeague(db, 1)],
  ["a league of one's own", (db) => findLeagueOfTeam(db, { leagueId: 1, teamId: 1 })],
  ['a member', (db) => findMember(db, { leagueId: 1, teamId: 1 })],
  ['the longest-standing member', (db) => findLongestStandingMember(db, { leagueId: 1, exceptTeamId: 1 })],
  ['a removal', (db) => hasLeagueRemoval(db, { leagueId: 1, teamId: 1, inviteSecret: 'x' })],
  ["a league's screen", (db) => findLeagueScreen(db, 1)],
  ["a screen's league", (db) => findLeagueOfScreen(db, 'x')],
  ["a league's log", (db) => listLeagueEvents(db, { leagueId: 1, limit: 50 })],
  ['the publication in force', (db) => findPublicationInForce(db, 1)],
  ['the live publication', (db) => findLivePublication(db, 1)],
  ['what was shown before it', (db) => findReplacedPublication(db, 1)],
  ['the presses up to one', (db) => listPressesUpTo(db, 1)],
  ["a show's points at each press", (db) => listLivePoints(db, { publicationId: 1, roundNumber: 3 })],
  [
    'the publications of past rounds',
    (db) => findNewestPublicationWithin(db, { gameId: 1, roundNumbers: [1, 2] }),
  ],
  ["the places in the year before's final", (db) => listPreviousPlaces(db, 1)],
  ['the points that were announced', (db) => listPublishedPoints(db, 1)],
  ["the names of a page's teams", (db) => listTeamNames(db, [3, 1, 2])],
  ['teams by joining', (db) => listTeamsByJoinOrder(db, { gameId: 1, ...page })],
  ['all teams of a season', (db) => readAll(listTeamIds(db, { gameId: 1, after: 3 }))],
  [
    'line-ups of closed rounds',
    (db) => readAll(listLineupRows(db, { roundNumbers: [1, 3], from: 1, upTo: 9 })),
  ],
  ['automatic line-ups of a round', (db) => readAll(listAutomaticRows(db, { gameId: 1, roundNumber: 1 }))],
  ['the ids of all members', (db) => listMemberIds(db, { leagueId: 1, after: 0, limit: 9 })],
  ['members by joining', (db) => listMembers(db, { leagueId: 1, ...page })],
  ['the last join or leave', (db) => findLastMembershipChangeId(db, 1)],
  ['the next joins and leaves', (db) => listMembershipChangesAfter(db, { leagueId: 1, after: 0, limit: 9 })],
  ["a round's entered points", (db) => listEnteredPoints(db, { gameId: 1, roundNumber: 1 })],
  ["a round's raw scores", (db) => listRoundScores(db, { gameId: 1, roundNumber: 1 })],
  ["a round's state", (db) => findScoredRound(db, { gameId: 1, roundNumber: 1 })],
  ['the news', (db) => listArticles(db, { today: '2025-05-17', ...page })],
  ['the number of news', (db) => countArticles(db, '2025-05-17')],
  ['the feed', (db) => listFeedArticles(db, { today: '2025-05-17', limit: 20 })],
  ['the sitemap', (db) => listSitemapArticles(db, { today: '2025-05-17', limit: 50_000 })],
  ['the news, whole', (db) => listFullArticles(db, { today: '2025-05-17', ...page })],
  ['every article', (db) => listArticles(db, { today: maxPublishDate, ...page })],
  ['the number of articles', (db) => countArticles(db, maxPublishDate)],
  ['a picture', (db) => findImage(db, 'x.webp')],
  ['whether there is a picture', (db) => hasImage(db, 'x.webp')],
  ['an article', (db) => findArticle(db, 1)],
  ['the due mailings', (db) => listDueMailings(db, 9)],
  ['one mailing', (db) => findMailing(db, 1)],
  ['whether a mailing exists', (db) => hasMailing(db, { kind: 'season', gameId: 1 })],
  ['the announced results', (db) => listAnnouncedRounds(db, { gameId: 1, now: 9 })],
  ['the next recipients', (db) => listRecipients(db, { ...recipientQuery, kind: 'reminder' })],
  ['the mails that may be tried', (db) => listDueMails(db, { now: 9, limit: 4, isBulk: 1 })],
]

async function readAll<Row>(pages: AsyncGenerator<Iterable<Row>>): Promise<Row[]> {
  const rows: Row[] = []
  for await (const page of pages) rows.push(...page)
  return rows
}

async function planOf(read: (db: Db) => Promise<unknown>): Promise<string[]> {
  queries.splice(0)
  await read(store.db)
  const plans = queries.splice(0).map(async ({ sql, parameters }) => {
    const { rows } = await store.db.executeQuery<{ detail: string }>(
      CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]),
    )
    return rows.map((row) => row.detail)
  })
  return (await Promise.all(plans)).flat()
}

/** A scan of rows that the query has found by an index itself, a page or the publications of a show, is not a table scan. */
const slowSteps = (plan: readonly string[]) =>
  plan.filter((step) => /^SCAN (?!CONSTANT|\(subquery|(?:page|shown)$)|TEMP B-TREE/.test(step))

describe('every query uses an index, and neither scans nor sorts a whole table', () => {
  test.each(reads)('%s', async (_, read) => {
    const plan = await planOf(read)
    expect(plan).not.toEqual([])
    expect(slowSteps(plan)).toEqual([])
  })

  test('the check detects a slow query', async () => {
    const plan = await planOf((db) => db.selectFrom('teams').select('id').orderBy('team_name').execute())
    expect(slowSteps(plan)).toHaveLength(2)
  })
})

test('a publication reads no team and no member but the newest', async () => {
  const scores = store.contest.entries.map(({ id }) => ({ entryId: id, points: 1 }))
  const rounds = [{ roundNumber: 1, scores }]
  const plan = await planOf((db) =>
    insertPublication(db, {
      gameId: 1,
      kind: 'official',
      rounds,
      publishedAt: 9,
      publishedBy: null,
      note: null,
    }),
  )
  expect(plan.join(' ')).toMatch(/SEARCH teams.*SEARCH membership_changes/)
  // Seasons are few, and so are their publications and points.
  const slow = plan.filter((step) => /SCAN|TEMP B-TREE/.test(step))
  expect(slow).toEqual(['SCAN publications', 'SCAN games', 'SCAN games', 'SCAN 37-ROW VALUES CLAUSE'])
})

const covered = [
  'the news',
  'teams by joining',
  'all teams of a season',
  'line-ups of closed rounds',
  'the points that were announced',
  'the ids of all members',
  'the last join or leave',
  'the number of its leagues',
]

test('the lists of the public side and the ranking never touch a table row they do not need', async () => {
  for (const name of covered) {
    const read = reads.find(([each]) => each === name)
    if (!read) throw new Error(`${name} is not among the reads`)
    expect((await planOf(read[1])).join('\n')).toMatch(/COVERING INDEX|PRIMARY KEY/)
  }
})

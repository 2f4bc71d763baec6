import { setImmediate } from 'node:timers/promises'
import type { Lineup } from '#app/game/lineup/lineup.ts'
import { toPoints } from '#app/game/scoring/scoring.ts'
import type { Entry } from '#app/game/season/contest.ts'
import type { Receipt } from '#app/game/team/receipt.ts'
import { pickEntriesById } from '#app/game/team/team.ts'
import type { SeasonResults } from '#app/services/scoreboard/past-results.server.ts'
import {
  listEventsOfTeam,
  listImagesOfManager,
  listMailsOfManager,
  listPublicationsOfManager,
  listRemovalsOfTeam,
  listSessionsOfManager,
} from '#db/accounts/account-export.server.ts'
import { listTeamsOfManager, type SeasonTeam } from '#db/accounts/accounts.server.ts'
import { findManager } from '#db/accounts/managers.server.ts'
import { toResultsChoice } from '#db/accounts/results-choices.server.ts'
import { listLeaguesOfTeam } from '#db/leagues/leagues.server.ts'
import { listDismissedNotices } from '#db/mail/dismissed-notices.server.ts'
import { findMailAddresses } from '#db/mail/mail-addresses.server.ts'
import type { Db, Schema } from '#db/schema.server.ts'
import { listEntries } from '#db/seasons/entries.server.ts'
import { listLineups } from '#db/teams/lineups.server.ts'
import { listReceipts, maxReceipts } from '#db/teams/receipts.server.ts'

/** All stored data about a manager, readable without further keys: instants are ISO dates. */
export type AccountExport = NonNullable<Awaited<ReturnType<typeof exportAccount>>>

type ExportPart = keyof AccountExport | `teams.${keyof AccountExport['teams'][number]}`

const contestData = { omitted: 'part of the contest, the same for everybody' }
const internalState = { omitted: 'internal state without personal data' }

/**
 * Maps every table to the part of the export that has its data, or to the reason why it is left out. A new table that
 * is missing here does not compile.
 */
export const exportedTables: Record<keyof Schema, { shown: ExportPart } | { omitted: string }> = {
  managers: { shown: 'account' },
  sessions: { shown: 'sessions' },
  teams: { shown: 'teams' },
  lineups: { shown: 'teams.lineups' },
  receipts: { shown: 'teams.saves' },
  memberships: { shown: 'teams.leagues' },
  leagues: { shown: 'teams.leagues' },
  league_events: { shown: 'teams.leagueLog' },
  league_removals: { shown: 'teams.removals' },
  league_screens: { omitted: 'belongs to the league, and says nothing about the manager' },
  images: { shown: 'uploads' },
  mail_addresses: { shown: 'addresses' },
  outbox: { shown: 'mails' },
  dismissed_notices: { shown: 'dismissedNotices' },
  games: contestData,
  rounds: contestData,
  entries: contestData,
  round_scores: contestData,
  publications: { shown: 'publications' },
  publication_points: contestData,
  membership_changes: { omitted: 'contained in the memberships and the league log' },
  articles: { omitted: 'the author of an article is not stored' },
  versions: internalState,
  demo_clock: internalState,
  sign_in_attempts: { omitted: 'before the sign-in the person is unknown; deleted within a day' },
  logout_tokens_seen: { omitted: 'hashes of messages from the provider' },
  mailings: internalState,
  sender_lease: internalState,
  demo_mails: { omitted: 'exists in the demo only' },
  sent_forms: { omitted: 'hashes of forms sent today' },
}

/** A season's results as the manager may see them. */
export interface ExportedSeason {
  season: SeasonResults | null
  /** The newest round whose results are shown; infinite where none are hidden (D38). */
  revealedRound: number
}

type ReadSeason = (gameId: number) => Promise<ExportedSeason>

/** Collects the stored data about a manager; undefined when the account does not exist. Contains nobody else's name. */
export async function exportAccount(db: Db, managerId: number, readSeason: ReadSeason) {
  const manager = await findManager(db, managerId)
  if (!manager) return undefined
  const sessions = await listSessionsOfManager(db, managerId)
  const uploads = await listImagesOfManager(db, managerId)
  const publications = await listPublicationsOfManager(db, managerId)
  const dismissed = await listDismissedNotices(db, managerId)
  const teams = []
  for (const team of await listTeamsOfManager(db, managerId)) {
    teams.push(await exportTeam(db, { managerId, team, ...(await readSeason(team.gameId)) }))
    // A season has up to a thousand saves: yield to other requests between seasons.
    await setImmediate()
  }
  return {
    account: {
      issuer: manager.issuer,
      subject: manager.subject,
      createdAt: toIso(manager.createdAt),
      resultsChoice: toResultsChoice(manager),
    },
    sessions: sessions.map(({ createdAt, lastSeenAt, isAdmin }) => ({
      startedAt: toIso(createdAt),
      lastSeenAt: toIso(lastSeenAt),
      isAdmin,
    })),
    teams,
    uploads: uploads.map(({ name, createdAt, ...size }) => ({
      address: `/images/${name}`,
      ...size,
      uploadedAt: toIso(createdAt),
    })),
    publications: publications.map(({ year, version, publishedAt }) => ({
      season: year,
      version,
      publishedAt: toIso(publishedAt),
    })),
    addresses: await exportAddresses(db, managerId),
    mails: (await listMailsOfManager(db, managerId)).map(({ sentAt, createdAt, ...mail }) => ({
      ...mail,
      createdAt: toIso(createdAt),
      sentAt: sentAt === null ? null : toIso(sentAt),
    })),
    dismissedNotices: dismissed.map(({ cause, dismissedAt }) => ({
      notice: cause,
      dismissedAt: toIso(dismissedAt),
    })),
  }
}

async function exportAddresses(db: Db, managerId: number) {
  const { confirmed, waiting } = await findMailAddresses(db, managerId)
  const addresses = [confirmed, waiting].flatMap((address) => address ?? [])
  return addresses.map(({ address, timeZone, createdAt, confirmedAt, choices }) => ({
    address,
    timeZone,
    createdAt: toIso(createdAt),
    confirmedAt: confirmedAt === null ? null : toIso(confirmedAt),
    choices,
  }))
}

interface TeamExportParams extends ExportedSeason {
  managerId: number
  team: SeasonTeam
}

async function exportTeam(db: Db, { managerId, team, season, revealedRound }: TeamExportParams) {
  const entries = await listEntries(db, team.gameId)
  const lineups = await listLineups(db, team.id)
  const saves = await listReceipts(db, { gameId: team.gameId, managerId, limit: maxReceipts })
  return {
    season: team.year,
    teamName: team.teamName,
    managerName: team.managerName,
    countries: codesOf(entries, team.entryIds),
    createdAt: toIso(team.createdAt),
    updatedAt: toIso(team.updatedAt),
    lineups: lineups.map((lineup) => {
      // An automatic one puts who is out last (D8): before that is revealed it is the team's order.
      const isHidden = lineup.isAutomatic && lineup.roundNumber > revealedRound + 1
      return exportLineup(entries, isHidden ? { ...lineup, entryIds: team.entryIds } : lineup)
    }),
    saves: saves.map(exportReceipt),
    results: season && exportResults(season, team.id),
    leagues: await exportLeagues(db, { managerId, team, season }),
    leagueLog: (await listEventsOfTeam(db, team.id)).map((event) => exportEvent(team.id, event)),
    removals: (await listRemovalsOfTeam(db, team.id)).map(({ leagueId, removedAt }) => ({
      leagueId,
      removedAt: toIso(removedAt),
    })),
  }
}

function exportLineup(entries: readonly Entry[], { roundNumber, entryIds, isAutomatic, savedAt }: Lineup) {
  return { round: roundNumber, order: codesOf(entries, entryIds), isAutomatic, savedAt: toIso(savedAt) }
}

function exportReceipt({ kind, teamName, roundNumbers, codes, savedAt }: Receipt) {
  return { kind, teamName, rounds: roundNumbers, order: codes, savedAt: toIso(savedAt) }
}

function exportResults({ results }: SeasonResults, teamId: number) {
  const standing = results.findStanding(teamId)
  if (!standing) return null
  const rounds = results.listRoundResults(teamId).map((round) => ({
    round: round.roundNumber,
    points: toPoints(round.scoreHundredths),
    roundRank: round.roundRank,
    rankAfter: round.rank,
  }))
  return { rank: standing.rank, points: toPoints(standing.totalHundredths), rounds }
}

async function exportLeagues(
  db: Db,
  { managerId, team: { id }, season }: Omit<TeamExportParams, 'revealedRound'>,
) {
  const leagues = []
  for (const league of await listLeaguesOfTeam(db, id)) {
    const standing = (await season?.readLeague(league.id))?.findStanding(id)
    leagues.push({
      leagueId: league.id,
      leagueName: league.leagueName,
      isOwner: league.ownerId === managerId,
      memberCount: league.memberCount,
      joinedAt: toIso(league.joinedAt),
      rank: standing?.rank ?? null,
    })
  }
  return leagues
}

type Event = Awaited<ReturnType<typeof listEventsOfTeam>>[number]

/** Events caused by others carry no name, and league names chosen by others are left out. */
function exportEvent(teamId: number, { leagueId, happenedAt, kind, actorId, detail }: Event) {
  const isByYou = actorId === teamId
  return { leagueId, happenedAt: toIso(happenedAt), kind, isByYou, detail: isByYou ? detail : null }
}

function codesOf(entries: readonly Entry[], ids: readonly number[]): string[] {
  return pickEntriesById(entries, ids).map((entry) => entry.code)
}

function toIso(at: number): string {
  return new Date(at).toISOString()
}

import type { Contest } from '#app/game/contest.ts'
import { entriesOf } from '#app/game/team.ts'
import type { InstantPrinter } from '#app/http/zone.server.ts'
import { type AccountCopy, copyAccount } from '#app/services/account-copy.server.ts'
import type { Db } from '#db/schema.server.ts'
import { findTeamOfManager } from '#db/teams.server.ts'
import type { AccountView } from './view.ts'

interface Asked {
  managerId: number
  contest: Contest | undefined
  print: InstantPrinter
}

/** The copy of the account in short, so that the page promises nothing that the download does not hold. */
export async function loadAccount(db: Db, asked: Asked): Promise<AccountView | undefined> {
  // It shows no results: none are loaded for it.
  const copy = await copyAccount(db, asked.managerId, async () => null)
  return copy && { ...toView(copy, asked.print), lights: await loadLights(db, asked) }
}

function toView(copy: AccountCopy, print: InstantPrinter): Omit<AccountView, 'lights'> {
  const at = (iso: string) => print(Date.parse(iso))
  return {
    issuer: copy.account.issuer,
    subject: copy.account.subject,
    since: at(copy.account.createdAt),
    sessions: copy.sessions.map(({ startedAt, lastSeenAt, isAdmin }) => ({
      startedAt: at(startedAt),
      lastSeenAt: at(lastSeenAt),
      isAdmin,
    })),
    teams: copy.teams.map(({ season, teamName, managerName, saves, leagues }) => ({
      season,
      teamName,
      managerName,
      saves: saves.length,
      leagues: leagues.length,
    })),
    uploads: copy.uploads.length,
    addresses: copy.addresses.map(({ address, createdAt, confirmedAt }) => ({
      address,
      isConfirmed: confirmedAt !== null,
      since: at(confirmedAt ?? createdAt),
    })),
    mails: copy.mails.length,
  }
}

async function loadLights(db: Db, { contest, managerId }: Asked): Promise<AccountView['lights']> {
  const team = contest && (await findTeamOfManager(db, { gameId: contest.id, managerId }))
  const entries = team ? entriesOf(contest.entries, team.entryIds) : []
  return entries.map(({ code, country }) => ({ code, country }))
}

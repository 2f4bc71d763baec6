import type { Visitor } from '#app/auth/permissions.ts'
import { config } from '#app/config.server.ts'
import type { Lamp } from '#app/game/lineup/lamps.ts'
import type { InstantFormatter } from '#app/http/cookies/time-zone.server.ts'
import { exportAccount } from '#app/services/accounts/account-export.server.ts'
import type { Db } from '#db/schema.server.ts'

export type AccountView = NonNullable<Awaited<ReturnType<typeof loadAccount>>>

interface AccountParams {
  visitor: Visitor
  lamps: readonly Lamp[]
  print: InstantFormatter
}

/** A summary of the account export, so that the page and the download agree. */
export async function loadAccount(db: Db, { visitor, lamps, print }: AccountParams) {
  // The page shows no results, so none are loaded.
  const copy = await exportAccount(db, visitor.managerId, async () => ({ season: null, revealedRound: 0 }))
  if (!copy) return undefined
  const { adminSubjects, rolesClaim } = config.provider
  const isNamedAdmin = adminSubjects.includes(copy.account.subject)
  const at = (iso: string) => print(Date.parse(iso))
  return {
    countries: lamps,
    isHiding: copy.account.resultsChoice.kind === 'hide',
    /** The provider's URL and its id of the account. */
    issuer: copy.account.issuer,
    subject: copy.account.subject,
    /** The claim that nothing at the provider had, for whom ADMIN_SUBJECTS names (D25). */
    missingClaim: isNamedAdmin && visitor.rolesFrom === null ? rolesClaim : null,
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

import { LinkButton } from '#app/ui/button.tsx'
import { Card, CardFooter, CardHeader } from '#app/ui/card.tsx'
import { formatCount } from '#app/ui/format.ts'
import { Pager } from '#app/ui/pager.tsx'
import { RankingTable } from '#app/ui/ranking-table.tsx'
import type { ShownLeague } from './view.ts'

/** A league: its name and members, the invite, a page of its table, and what a member or its owner can do. */
export function LeagueCard({ league }: { league: ShownLeague }) {
  const { id, leagueName, memberCount, rows, ownRow, page, pageCount, ownPage } = league
  const href = (n: number) => `?leagueId=${id}&page=${n}`
  return (
    <Card labelledBy="league-name">
      <CardHeader
        id="league-name"
        title={leagueName}
        note={memberCount === 1 ? '1 member' : `${formatCount(memberCount)} members`}
      >
        <LinkButton variant="line" icon="link" href={`?leagueId=${id}&dialog=share`} soft>
          Share invite
        </LinkButton>
      </CardHeader>
      <RankingTable caption={leagueName} rows={rows} ownRow={ownRow} soft />
      {(pageCount > 1 || ownPage !== null) && (
        <CardFooter className="stack">
          <Pager page={page} pageCount={pageCount} href={href} label="Pages of the league" soft />
          {ownPage !== null && (
            <p className="row middle">
              <LinkButton variant="line" href={href(ownPage)} soft>
                Go to your row
              </LinkButton>
            </p>
          )}
        </CardFooter>
      )}
      <Keeping league={league} />
    </Card>
  )
}

/** Rename, new link, hand over and delete for the owner; leave and the log for everybody. */
function Keeping({ league }: { league: ShownLeague }) {
  const to = (dialog: string) => `?leagueId=${league.id}&page=${league.page}&dialog=${dialog}`
  const others = league.rows.filter((row) => !row.isMine)
  return (
    <CardFooter>
      <details className="stack">
        <summary className="link">Manage this league</summary>
        <div className="row">
          {league.isOwner && (
            <>
              <LinkButton variant="line" icon="pencil" href={to('rename')} soft>
                Rename
              </LinkButton>
              <LinkButton variant="line" icon="link" href={to('renew')} soft>
                New invite link
              </LinkButton>
            </>
          )}
          <LinkButton variant="line" icon="scroll-text" href={to('log')} soft>
            League log
          </LinkButton>
          <LinkButton variant="bad" href={to('leave')} soft>
            Leave
          </LinkButton>
          {league.isOwner && (
            <LinkButton variant="bad" icon="trash" href={to('delete')} soft>
              Delete
            </LinkButton>
          )}
        </div>
        {league.isOwner && others.length > 0 && (
          <ul className="sched">
            {others.map((row) => (
              <li key={row.id}>
                <b>
                  {row.managerName} <span className="sm muted">{row.teamName}</span>
                </b>
                <span className="row">
                  <LinkButton
                    variant="line"
                    href={`${to('hand-over')}&teamId=${row.id}`}
                    aria-label={`Hand over to ${row.managerName}`}
                    soft
                  >
                    Hand over
                  </LinkButton>
                  <LinkButton
                    variant="bad"
                    href={`${to('remove')}&teamId=${row.id}`}
                    aria-label={`Remove ${row.managerName}`}
                    soft
                  >
                    Remove
                  </LinkButton>
                </span>
              </li>
            ))}
          </ul>
        )}
      </details>
    </CardFooter>
  )
}

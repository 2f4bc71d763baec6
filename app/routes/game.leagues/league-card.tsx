import { isolate } from '#app/game/text/name.ts'
import type { IconName } from '#app/ui/art/icon-shapes.ts'
import { Card, CardFooter, CardHeader } from '#app/ui/data/card.tsx'
import { Item, ItemList, ItemName } from '#app/ui/data/item-list.tsx'
import { formatCount } from '#app/ui/format.ts'
import { LinkButton } from '#app/ui/forms/button.tsx'
import { useClosedDialog, useRestoredFocus } from '#app/ui/forms/restore-focus.ts'
import { RankingPager, type RankingRow, RankingTable } from '#app/ui/game/ranking-table.tsx'
import { Summary, TextLink } from '#app/ui/navigation/text-link.tsx'
import type { LeagueDialog } from './form.server.ts'
import { toLeagueUrl } from './league-url.ts'
import type { LeagueView } from './load.server.ts'

/** A league: its name and members, the invite, a page of its table, and the actions of a member or the owner. */
export function LeagueCard({ league }: { league: LeagueView }) {
  const { id, leagueName, memberCount, rows, ownRow, since, page, pageCount, ownPage } = league
  return (
    <Card labelledBy="league-name">
      <CardHeader
        id="league-name"
        title={<bdi translate="no">{leagueName}</bdi>}
        note={memberCount === 1 ? '1 member' : `${formatCount(memberCount)} members`}
      >
        <DialogLink dialog="share" league={league} icon="link">
          Share invite
        </DialogLink>
      </CardHeader>
      <RankingTable
        caption={<bdi translate="no">{leagueName}</bdi>}
        rows={rows}
        ownRow={ownRow}
        since={since}
      />
      <RankingPager
        page={page}
        pageCount={pageCount}
        ownPage={ownPage}
        href={(n) => toLeagueUrl({ id, page: n })}
        label="Pages of the league"
      />
      {league.screen && <ScreenNote league={league} screen={league.screen} />}
      <LeagueManagement league={league} />
    </Card>
  )
}

/** Tells all members that others may see the table. */
function ScreenNote({ league, screen }: { league: LeagueView; screen: NonNullable<LeagueView['screen']> }) {
  return (
    <CardFooter>
      <p className="text-muted text-sm">
        A <TextLink href={toScreenUrl(league)}>screen link</TextLink> shows this table
        {screen.showsInvite && ' and the invite'} to whoever has it, with team names only.
      </p>
    </CardFooter>
  )
}

const toScreenUrl = ({ id }: LeagueView) => `/game/screen?leagueId=${id}`

/** A link that opens one of the league's dialogs, and gets the focus back when it is closed without script. */
function DialogLink({
  league,
  dialog,
  member,
  bad,
  ...rest
}: {
  league: LeagueView
  dialog: LeagueDialog
  /** The row of the dialog's member. */
  member?: RankingRow
  bad?: boolean
  icon?: IconName
  children: string
}) {
  const focusProps = useRestoredFocus(member ? `${dialog}-${member.id}` : dialog)
  const about = member ? `&teamId=${member.id}` : ''
  const verb = dialog === 'remove' ? 'Remove' : 'Hand over to'
  return (
    <LinkButton
      variant={bad ? 'bad' : 'line'}
      href={`${toLeagueUrl(league)}&dialog=${dialog}${about}`}
      aria-label={member && `${verb} ${isolate(member.managerName ?? '')}`}
      soft
      {...focusProps}
      {...rest}
    />
  )
}

/** Rename, new link, hand over and delete for the owner; leave and the log for all members. */
function LeagueManagement({ league }: { league: LeagueView }) {
  const closed = useClosedDialog()
  const others = league.rows.filter((row) => !row.isMine)
  return (
    <CardFooter>
      <details open={closed !== null && !['share', 'create'].includes(closed)}>
        <Summary>Manage this league</Summary>
        <div className="grid gap-[0.9rem]">
          <div className="flex flex-wrap items-center gap-3">
            {league.isOwner && (
              <>
                <DialogLink dialog="rename" league={league} icon="pencil">
                  Rename
                </DialogLink>
                <DialogLink dialog="renew" league={league} icon="link">
                  New invite link
                </DialogLink>
                <LinkButton variant="line" href={toScreenUrl(league)} icon="play">
                  Screen
                </LinkButton>
              </>
            )}
            <DialogLink dialog="log" league={league} icon="scroll-text">
              League log
            </DialogLink>
            <DialogLink dialog="leave" league={league} bad>
              Leave
            </DialogLink>
            {league.isOwner && (
              <DialogLink dialog="delete" league={league} icon="trash" bad>
                Delete
              </DialogLink>
            )}
          </div>
          {league.isOwner && others.length > 0 && (
            <ItemList>
              {others.map((row) => (
                <Item key={row.id} layout="wrapping">
                  <ItemName>
                    <bdi translate="no">{row.managerName}</bdi>{' '}
                    <span className="block text-muted text-sm">
                      <bdi translate="no">{row.teamName}</bdi>
                    </span>
                  </ItemName>
                  <span className="flex flex-wrap items-center gap-3">
                    <DialogLink dialog="hand-over" league={league} member={row}>
                      Hand over
                    </DialogLink>
                    <DialogLink dialog="remove" league={league} member={row} bad>
                      Remove
                    </DialogLink>
                  </span>
                </Item>
              ))}
            </ItemList>
          )}
        </div>
      </details>
    </CardFooter>
  )
}

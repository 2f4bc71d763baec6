import { Icon } from '#app/ui/art/icon.tsx'
import { Card, CardHeader } from '#app/ui/data/card.tsx'
import { Num } from '#app/ui/data/unit.tsx'
import { LinkButton } from '#app/ui/forms/button.tsx'
import { SoftLink } from '#app/ui/navigation/soft-link.tsx'
import type { DashboardTeam } from './load.server.ts'
import { PlaceNumeral } from './place-numeral.tsx'

const rowLook =
  'flex min-h-16 items-center gap-3 px-gap py-2 text-ink no-underline hover:bg-raised focus-visible:-outline-offset-4'

/** The leagues that the team joined first, each with the own place and the way to it, and the invite of the first one. */
export function LeaguesCard({ leagues, leagueCount }: Pick<DashboardTeam, 'leagues' | 'leagueCount'>) {
  const [first] = leagues
  return (
    <Card labelledBy="my-leagues">
      <CardHeader id="my-leagues" title="My leagues">
        <LinkButton
          variant="line"
          href={first ? `/game/leagues?leagueId=${first.id}&dialog=share` : '/game/leagues?dialog=create'}
          soft
        >
          {first ? 'Invite friends' : 'Create a league'}
        </LinkButton>
      </CardHeader>
      <ul>
        {leagues.map(({ id, leagueName, place, note }) => (
          <li key={id} className="border-line not-first:border-t">
            <SoftLink className={rowLook} href={`/game/leagues?leagueId=${id}`}>
              <Num className="min-w-16 text-num-lg">
                <PlaceNumeral place={place} />
              </Num>{' '}
              <span className="min-w-0 flex-1">
                <b className="wrap-anywhere block leading-[1.25]">
                  <bdi translate="no">{leagueName}</bdi>
                </b>{' '}
                <span className="text-muted text-sm">{note}</span>
              </span>
              <Icon name="chevron-right" />
            </SoftLink>
          </li>
        ))}
      </ul>
      {leagueCount === 0 && <p className="px-gap py-4 text-muted">Play against friends.</p>}
      {leagueCount > leagues.length && (
        <SoftLink className={`${rowLook} border-line border-t font-[650]`} href="/game/leagues">
          All {leagueCount} leagues
        </SoftLink>
      )}
    </Card>
  )
}

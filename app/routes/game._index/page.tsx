import { Stat, Stats } from '#app/ui/data/stats.tsx'
import { Unit } from '#app/ui/data/unit.tsx'
import type { FetchErrorCode } from '#app/ui/feedback/fetch-error.ts'
import { Notices } from '#app/ui/feedback/notices.tsx'
import { Toasts } from '#app/ui/feedback/toasts.tsx'
import { formatCount, formatPoints } from '#app/ui/format.ts'
import { LinkButton } from '#app/ui/forms/button.tsx'
import { useRestoredFocus } from '#app/ui/forms/restore-focus.ts'
import { describeMovement } from '#app/ui/game/movement.tsx'
import { Millions } from '#app/ui/game/price.tsx'
import { useHydrated } from '#app/ui/hooks/use-hydrated.ts'
import { columns } from '#app/ui/layout/columns.ts'
import { Container } from '#app/ui/layout/container.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { PageHeader } from '#app/ui/layout/page-header.tsx'
import { getLoadFailureMessage } from '#app/ui/messages/error-messages.ts'
import { ActionTile, ActionTiles } from '#app/ui/navigation/action-tile.tsx'
import { EventCard } from './event-card.tsx'
import { GameRules } from './game-rules.tsx'
import { GlobalRanking } from './global-ranking.tsx'
import { LineupCard } from './lineup-card.tsx'
import type { DashboardTeam, DashboardView } from './load.server.ts'

/** The dashboard (spec 2): the team's numbers, the next event, four action cards, and the global ranking. */
export function DashboardPage({
  view,
  fetchError = null,
}: {
  view: DashboardView
  fetchError?: FetchErrorCode | null
}) {
  const { team } = view
  const isHydrated = useHydrated()
  const focusProps = useRestoredFocus('rules')
  return (
    <>
      <Main inert={view.hasDialog && !isHydrated}>
        <PageHeader title="Game Dashboard" lead={describeLead(view)} countries={team?.lineup?.entries ?? []}>
          <LinkButton variant="line" icon="scroll-text" href="?dialog=rules" soft {...focusProps}>
            Game Rules
          </LinkButton>
          <LinkButton variant="line" icon="bell" href="/game/notifications">
            Notifications
          </LinkButton>
          <LinkButton variant="line" icon="users" href="/game/account">
            Your account
          </LinkButton>
        </PageHeader>
        <Toasts loadError={getLoadFailureMessage('dashboard', fetchError)} />
        <Notices notices={view.notices} returnTo="/game" />
        <Container className="grid gap-gap">
          {team && <Summary team={team} isComputed={view.ranking.isComputed} />}
          <div className={columns.half}>
            <div className="grid gap-gap">
              <EventCard event={view.event} status={view.status} team={team} />
              <ActionCards actions={view.actions} />
              {team?.lineup && <LineupCard lineup={team.lineup} percentages={view.rules.percentages} />}
            </div>
            <GlobalRanking ranking={view.ranking} team={team} />
          </div>
        </Container>
      </Main>
      {view.hasDialog && <GameRules rules={view.rules} />}
    </>
  )
}

function describeLead({ team, event, actions, missed }: DashboardView): string {
  if (team) return `${team.teamName}, managed by ${team.managerName}.`
  if (missed) return `Create your team to join in. ${missed} Saving locks your six.`
  if (!event.closing) return 'The game has concluded. You can still explore the countries of this season.'
  const isOpen = actions.some((action) => action.name === 'team' && action.isEnabled)
  return isOpen ? 'Six lamps are waiting. Create your team to join in.' : ''
}

/** Team summary cards. */
function Summary({ team, isComputed }: { team: DashboardTeam; isComputed: boolean }) {
  return (
    <Stats>
      <Stat label="Total points">{formatPoints(team.totalHundredths)}</Stat>
      <Stat label="Global rank" note={describeRank(team, isComputed)}>
        {team.rank === null ? (
          '-'
        ) : (
          <>
            <Unit>#</Unit>
            {formatCount(team.rank)}
          </>
        )}
      </Stat>
      <Stat label="Budget left">
        <Millions tenths={team.budgetLeftTenths} />
      </Stat>
      <Stat label="Leagues">{team.leagueCount}</Stat>
    </Stats>
  )
}

function describeRank({ rank, tied, topPercent, movement }: DashboardTeam, isComputed: boolean): string {
  if (rank === null) return isComputed ? 'Ranked after the next round' : 'No ranking available yet'
  const shared = tied > 1 ? `shared by ${formatCount(tied)}` : ''
  return [shared, `Top ${topPercent} %`, describeMovement(movement)].filter(Boolean).join(', ')
}

const actionHrefs = {
  team: { icon: 'users', href: '/game/team' },
  lineup: { icon: 'list-ordered', href: '/game/lineup' },
  results: { icon: 'chart', href: '/game/results' },
  leagues: { icon: 'trophy', href: '/game/leagues' },
} as const

/** The four action cards; a disabled one shows the reason (spec 2). */
function ActionCards({ actions }: Pick<DashboardView, 'actions'>) {
  return (
    <ActionTiles label="Game actions">
      {actions.map(({ name, title, text, isEnabled }) => (
        <ActionTile
          key={name}
          icon={actionHrefs[name].icon}
          title={title}
          text={text}
          href={isEnabled ? actionHrefs[name].href : null}
          soft
        />
      ))}
    </ActionTiles>
  )
}

import { Icon } from '#app/ui/art/icon.tsx'
import { Card, CardHeader } from '#app/ui/data/card.tsx'
import { Stat, Stats } from '#app/ui/data/stats.tsx'
import { Unit } from '#app/ui/data/unit.tsx'
import type { FetchErrorCode } from '#app/ui/feedback/fetch-error.ts'
import { Notices } from '#app/ui/feedback/notices.tsx'
import { Toasts } from '#app/ui/feedback/toasts.tsx'
import { formatCount, formatPoints } from '#app/ui/format.ts'
import { LinkButton } from '#app/ui/forms/button.tsx'
import { useRestoredFocus } from '#app/ui/forms/restore-focus.ts'
import { HidingOffer } from '#app/ui/game/hidden-results.tsx'
import { MovementText } from '#app/ui/game/movement.tsx'
import { Millions } from '#app/ui/game/price.tsx'
import { RankingPager, RankingTable } from '#app/ui/game/ranking-table.tsx'
import { useHydrated } from '#app/ui/hooks/use-hydrated.ts'
import { columns } from '#app/ui/layout/columns.ts'
import { Container } from '#app/ui/layout/container.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { PageHeader } from '#app/ui/layout/page-header.tsx'
import { getLoadFailureMessage } from '#app/ui/messages/error-messages.ts'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import { ServerMarkup } from '#app/ui/server-markup.tsx'
import { ActionCards } from './action-cards.tsx'
import { CalendarLink, EventBand, isLastHour } from './event-band.tsx'
import { GameRules } from './game-rules.tsx'
import { LeaguesCard } from './leagues-card.tsx'
import { LineupCard } from './lineup-card.tsx'
import type { DashboardTeam, DashboardView } from './load.server.ts'
import { TonightCard } from './tonight-card.tsx'

/** The dashboard (spec 2): the team's numbers, the next event, four action cards, and the global ranking. */
export function DashboardPage({
  view,
  fetchError = null,
}: {
  view: DashboardView
  fetchError?: FetchErrorCode | null
}) {
  const { team, tonight } = view
  const { closing } = view.event
  const isHour = isLastHour(closing)
  // On show night the event waits below, but for the last hour before a deadline.
  const isShowFirst = tonight !== null && !isHour
  const event = <EventBand event={view.event} status={view.status} />
  const calendar = closing && !isHour && <CalendarLink roundCount={view.event.roundCount} />
  const isHydrated = useHydrated()
  const focusProps = useRestoredFocus('rules')
  return (
    <>
      <Main inert={view.hasDialog && !isHydrated}>
        <PageHeader
          title="Game Dashboard"
          lead={isHour && team ? undefined : describeLead(view)}
          countries={
            tonight?.countries.length
              ? tonight.countries
              : (team?.lineup?.entries.map(({ show, ...entry }) => ({ ...entry, show: show.state })) ?? [])
          }
          isTitleSmall={isHour}
          live={view.live}
          event={!isShowFirst && event}
        >
          {!isShowFirst && (
            <>
              <NextStepLink isOver={closing === null} hasTeam={team !== null} />
              {calendar}
            </>
          )}
        </PageHeader>
        <Toasts loadError={getLoadFailureMessage('dashboard', fetchError)} />
        <Notices notices={view.notices} returnTo="/game" />
        <Container className={columns.half}>
          <div className="grid gap-gap">
            {tonight && <TonightCard tonight={tonight} isFirst={isShowFirst} />}
            {view.offersHiding &&
              (import.meta.env.SSR ? (
                <div>
                  <HidingOffer />
                </div>
              ) : (
                <ServerMarkup />
              ))}
            {isShowFirst && (
              <Card pad stage>
                {event}
                {calendar}
              </Card>
            )}
            {team?.lineup && <LineupCard lineup={team.lineup} percentages={view.rules.percentages} />}
            <ActionCards actions={view.actions} />
            {team && <LeaguesCard {...team} />}
            <nav className="flex flex-wrap gap-x-6 print:hidden" aria-label="More of the game">
              <TextLink href="?dialog=rules" soft {...focusProps}>
                <Icon name="scroll-text" />
                Game Rules
              </TextLink>
              <TextLink href="/game/history">
                <Icon name="check" />
                Your saves
              </TextLink>
              <TextLink href="/game/notifications">
                <Icon name="bell" />
                Notifications
              </TextLink>
              <TextLink href="/game/account">
                <Icon name="users" />
                Your account
              </TextLink>
            </nav>
          </div>
          <div className="grid gap-gap">
            {team && <Summary team={team} view={view} />}
            <GlobalRanking ranking={view.ranking} />
          </div>
        </Container>
      </Main>
      {view.hasDialog && <GameRules rules={view.rules} />}
    </>
  )
}

/** The band's button; without a team the visitor has neither page yet. */
function NextStepLink({ isOver, hasTeam }: { isOver: boolean; hasTeam: boolean }) {
  const href = hasTeam ? (isOver ? '/game/results' : '/game/lineup') : '/game/team'
  const withTeam = isOver ? 'View Results' : 'Manage Lineup'
  const withoutTeam = isOver ? 'Explore the countries' : 'Create Your Team'
  return (
    <LinkButton variant="spot" href={href} soft>
      {hasTeam ? withTeam : withoutTeam}
    </LinkButton>
  )
}

function describeLead({ team, event, tonight, actions, missed }: DashboardView) {
  if (team)
    return (
      <>
        <bdi translate="no">{team.teamName}</bdi>, managed by <bdi translate="no">{team.managerName}</bdi>.
      </>
    )
  if (missed) return `Create your team to join in. ${missed} Saving locks your six.`
  if (!event.closing)
    return tonight
      ? 'No team can join any more. Follow the evening under Live.'
      : 'The game has concluded. You can still explore the countries of this season.'
  const isOpen = actions.some((action) => action.name === 'team' && action.reason === null)
  return isOpen ? 'Six lamps are waiting. Create your team to join in.' : ''
}

/** Team summary cards. */
function Summary({ team, view }: { team: DashboardTeam; view: DashboardView }) {
  return (
    <Stats>
      <Stat label="Total points">{formatPoints(team.totalHundredths)}</Stat>
      <Stat label="Global rank" note={<RankNote team={team} isComputed={view.ranking.isComputed} />}>
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
      <Stat label="Teams">{formatCount(view.teamCount)}</Stat>
    </Stats>
  )
}

/** 'shared by 16 · top 3% · ▲3 since 22:05': only what movement is compared with may break. */
function RankNote({ team, isComputed }: { team: DashboardTeam; isComputed: boolean }) {
  const { rank, tied, topPercent, movement, since } = team
  if (rank === null) return isComputed && 'Ranked after the next round'
  return (
    <>
      {tied > 1 && (
        <>
          <span className="whitespace-nowrap">shared by {formatCount(tied)} ·</span>{' '}
        </>
      )}
      <span className="whitespace-nowrap">
        top {topPercent}%{movement !== null && ' ·'}
      </span>
      {movement !== null && (
        <>
          {' '}
          <span className="whitespace-nowrap">
            <MovementText places={movement} />
          </span>{' '}
          {since}
        </>
      )}
    </>
  )
}

/** The Global Top 100, ten per page; the viewer's own row follows when it is on another page (D5). */
function GlobalRanking({ ranking }: Pick<DashboardView, 'ranking'>) {
  const { standing, rows, ownRow, since } = ranking
  return (
    <Card labelledBy="global-top">
      <CardHeader id="global-top" title="Global Top 100">
        <p className="text-muted text-sm">{standing}</p>
      </CardHeader>
      {rows.length === 0 ? (
        <p className="p-gap text-muted">No team has joined yet. Yours could be the first.</p>
      ) : (
        <RankingTable caption="Global Top 100" rows={rows} ownRow={ownRow} since={since} />
      )}
      <RankingPager {...ranking} href={(n) => `?page=${n}`} label="Pages of the ranking" />
    </Card>
  )
}

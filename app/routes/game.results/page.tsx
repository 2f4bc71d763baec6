import { Icon } from '#app/ui/art/icon.tsx'
import { ChartTable } from '#app/ui/charts/chart.tsx'
import { PointsChart, RoundLegend } from '#app/ui/charts/points-chart.tsx'
import { RankChart, type RankPoint } from '#app/ui/charts/rank-chart.tsx'
import { Card, CardHeader, TitledCard } from '#app/ui/data/card.tsx'
import type { FetchErrorCode } from '#app/ui/feedback/fetch-error.ts'
import { Toasts } from '#app/ui/feedback/toasts.tsx'
import { formatPoints, formatRank } from '#app/ui/format.ts'
import { SelectForm } from '#app/ui/forms/select-form.tsx'
import { columns } from '#app/ui/layout/columns.ts'
import { Container } from '#app/ui/layout/container.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { Fact, PageHeader } from '#app/ui/layout/page-header.tsx'
import { getLoadFailureMessage } from '#app/ui/messages/error-messages.ts'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import type { ResultsView } from './load.server.ts'
import { RoundCard } from './round-card.tsx'
import { BestCard, OverallCard, SummaryCard } from './side-cards.tsx'

/** Team Results (spec 2) of the own team, or of another by ?teamId, for rounds past their deadline. */
export function ResultsPage({
  view,
  fetchError = null,
}: {
  view: ResultsView
  fetchError?: FetchErrorCode | null
}) {
  const { team, round, chart } = view
  return (
    <Main>
      <PageHeader
        title="Team Results"
        lead={<bdi translate="no">{team.teamName}</bdi>}
        countries={view.lines.map(({ entry, show }) => ({ ...entry, show: show.state }))}
        facts={
          <Fact label={`${round.title}, points`} size="xl" isHighlighted>
            {formatPoints(round.scoreHundredths)}
          </Fact>
        }
        next={view.next}
        live={view.live}
      >
        {view.league && (
          <TextLink href={view.league.href} soft>
            <Icon name="arrow-left" />
            <span className="wrap-anywhere">
              Back to <bdi translate="no">{view.league.leagueName}</bdi>
            </span>
          </TextLink>
        )}
        {view.canCompare && <TextLink href={`/game/compare?team=${team.id}`}>Compare with yours</TextLink>}
        <TextLink href={`/game/countries?round=${round.roundNumber}`}>Who holds whom</TextLink>
      </PageHeader>
      <Toasts loadError={getLoadFailureMessage('results', fetchError)} />
      <Container className={columns.side}>
        <div className="grid grid-cols-1 gap-gap">
          <RoundPicker view={view} />
          <RoundCard view={view} />
          {view.evening.length > 0 && <EveningCard ranks={view.evening} />}
          {view.ranks.length > 0 && chart.rows.length > 0 && (
            <Card labelledBy="country-points">
              <CardHeader id="country-points" title="Points per country">
                <RoundLegend rounds={chart.rounds} />
              </CardHeader>
              <div className="p-gap">
                <PointsChart rounds={chart.rounds} rows={chart.rows} />
              </div>
            </Card>
          )}
        </div>
        <div className="grid gap-gap">
          <OverallCard view={view} />
          {view.ranks.length > 0 && (
            <TitledCard id="rank-history" title="Rank history">
              <RankChart
                label={`Global rank: ${view.ranks.map((each) => `${each.rank} after ${each.shortTitle}`).join(', ')}`}
                ranks={view.ranks.map(({ shortTitle, rank }) => ({ title: shortTitle, rank }))}
              />
            </TitledCard>
          )}
          {view.best && <BestCard best={view.best} isOwn={team.isOwn} />}
          <SummaryCard view={view} />
        </div>
      </Container>
    </Main>
  )
}

/** The round selector: only rounds past their deadline are enabled (spec 2). It keeps another team. */
function RoundPicker({ view: { team, round, rounds } }: { view: ResultsView }) {
  return (
    <SelectForm
      isWide
      action="/game/results"
      fields={!team.isOwn && <input type="hidden" name="teamId" value={team.id} />}
      id="round"
      name="round"
      label="Round"
      defaultValue={round.roundNumber}
    >
      {rounds.map(({ roundNumber, title, isPast }) => (
        <option key={roundNumber} value={roundNumber} disabled={!isPast}>
          {title}
        </option>
      ))}
    </SelectForm>
  )
}

/** The rank among all teams through an evening, press by press. */
function EveningCard({ ranks }: { ranks: readonly RankPoint[] }) {
  const [best, worst] = [Math.min, Math.max].map((pick) => formatRank(pick(...ranks.map(({ rank }) => rank))))
  const [from, to] = [ranks.at(0), ranks.at(-1)].map(
    (each) => `${formatRank(each?.rank ?? 0)} at ${each?.title}`,
  )
  return (
    <TitledCard id="evening" title="Rank through the evening">
      <RankChart label={`From ${from} to ${to}, best ${best}, worst ${worst}`} ranks={ranks} />
      <ChartTable
        caption="Your rank after each update"
        columns={['Points of', 'Rank']}
        rows={ranks.map(({ title, rank }) => [title, formatRank(rank)])}
      />
    </TitledCard>
  )
}

import { Icon } from '#app/ui/art/icon.tsx'
import { Badge } from '#app/ui/data/badge.tsx'
import { Card, CardHeader } from '#app/ui/data/card.tsx'
import { NumberOrDash } from '#app/ui/data/number-or-dash.tsx'
import { Num } from '#app/ui/data/unit.tsx'
import { Toasts } from '#app/ui/feedback/toasts.tsx'
import { formatPoints } from '#app/ui/format.ts'
import { LiveBadge } from '#app/ui/game/live-badge.tsx'
import { bandLook } from '#app/ui/layout/band.ts'
import { Container } from '#app/ui/layout/container.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { ChoiceLinks } from '#app/ui/navigation/choice-links.tsx'
import { GameNav } from '#app/ui/navigation/game-nav.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import { DuelRow } from './duel-row.tsx'
import type { CompareView } from './load.server.ts'

/** Two teams side by side: what each country earned for them, first what separates them most (D36). */
export function ComparePage({ view }: { view: CompareView }) {
  const { rows, differenceHundredths } = view
  const largest = Math.max(1, ...rows.map((row) => Math.abs(row.differenceHundredths)))
  return (
    <Main>
      <CompareBand view={view} />
      <Toasts />
      <Container className="grid gap-gap">
        {view.rounds.length > 1 && <ChoiceLinks label="Rounds" choices={listChoices(view)} />}
        <Card labelledBy="difference" className="overflow-hidden">
          <CardHeader id="difference" title="The difference">
            {differenceHundredths === null ? (
              <Badge icon="clock">{view.isHidden ? 'Hidden' : 'Scores not available yet'}</Badge>
            ) : (
              <Num className="text-num-md">{formatDifference(differenceHundredths)}</Num>
            )}
          </CardHeader>
          <ol>
            {rows.map((row) => (
              <DuelRow key={row.code} row={row} largest={largest} />
            ))}
          </ol>
        </Card>
      </Container>
    </Main>
  )
}

function listChoices({ rivalId, round, rounds }: CompareView) {
  const href = `/game/compare?team=${rivalId}`
  return [
    { label: 'All rounds', href, isChosen: round === null },
    ...rounds.map(({ roundNumber, title }) => ({
      label: title,
      href: `${href}&round=${roundNumber}`,
      isChosen: roundNumber === round,
    })),
  ]
}

/** '+39.7', '−12' with a true minus, or '0'. */
function formatDifference(hundredths: number): string {
  const points = formatPoints(Math.abs(hundredths))
  if (hundredths === 0) return points
  return hundredths > 0 ? `+${points}` : `−${points}`
}

function CompareBand({ view: { mine, theirs, league, rivalId, live } }: { view: CompareView }) {
  return (
    <section className={`${bandLook} mb-[clamp(1rem,2.4vw,2rem)]`}>
      <Container>
        <GameNav />
        <LiveBadge live={live} />
        <h1 className="sr-only">
          <bdi translate="no">{mine.teamName}</bdi> and <bdi translate="no">{theirs.teamName}</bdi>
        </h1>
        <div className="flex flex-wrap gap-x-6">
          {league && (
            <TextLink href={league.href}>
              <Icon name="arrow-left" />
              <span className="wrap-anywhere">
                Back to <bdi translate="no">{league.leagueName}</bdi>
              </span>
            </TextLink>
          )}
          <TextLink href={`/game/results?teamId=${rivalId}`}>
            <span className="wrap-anywhere">
              Results of <bdi translate="no">{theirs.teamName}</bdi>
            </span>
          </TextLink>
        </div>
        <div className="grid grid-cols-2 gap-x-6 gap-y-2 pt-1 pb-6">
          <Side {...mine} isMine />
          <Side {...theirs} />
        </div>
      </Container>
    </section>
  )
}

interface SideProps {
  teamName: string
  scoreHundredths: number | null
  place: string | null
  isMine?: boolean
}

/** A team's name, score and place. */
function Side({ teamName, scoreHundredths, place, isMine }: SideProps) {
  return (
    <div className={isMine ? sideLook : `${sideLook} text-right`}>
      <p className="display wrap-anywhere text-balance text-[clamp(1.625rem,1.2rem+2vw,2.75rem)]">
        <bdi translate="no">{teamName}</bdi>
      </p>
      <p
        className={
          isMine
            ? 'num text-[clamp(2.5rem,1rem+7.4vw,7rem)] text-spot print:text-ink'
            : 'num text-[clamp(2.5rem,1rem+7.4vw,7rem)]'
        }
      >
        <NumberOrDash>{formatPoints(scoreHundredths)}</NumberOrDash>
      </p>
      <p className="text-muted text-sm">{[place, isMine && 'you'].filter(Boolean).join(' · ') || '-'}</p>
    </div>
  )
}

const sideLook = 'grid min-w-0 grid-rows-[1fr_auto_auto] items-end gap-3'

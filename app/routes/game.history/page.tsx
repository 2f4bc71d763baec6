import { Card, CardFooter, CardHeader } from '#app/ui/data/card.tsx'
import { Toasts } from '#app/ui/feedback/toasts.tsx'
import { LinkButton } from '#app/ui/forms/button.tsx'
import { Container } from '#app/ui/layout/container.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { PageHeader } from '#app/ui/layout/page-header.tsx'
import type { HistoryView } from './load.server.ts'
import { SaveRow } from './save-row.tsx'

/** The manager's saves in this game, newest first. Nobody else can read them. */
export function HistoryPage({ view }: { view: HistoryView }) {
  return (
    <Main>
      <PageHeader
        title="Your saves"
        lead={
          <>
            The newest 1,000 saves of <bdi translate="no">{view.teamName}</bdi>. Only you see them.
          </>
        }
        countries={view.countries}
      >
        <LinkButton variant="line" href={view.hasOpenRound ? '/game/lineup' : '/game/results'}>
          {view.hasOpenRound ? 'Manage Lineup' : 'View Results'}
        </LinkButton>
      </PageHeader>
      <Toasts />
      <Container>
        <Card labelledBy="saves">
          <CardHeader id="saves" title={view.hasNewer ? 'Earlier saves' : 'Newest first'} />
          {view.saves.length === 0 ? (
            <p className="p-gap text-muted">
              {view.hasNewer
                ? 'Nothing was saved before.'
                : 'Nothing yet. Your next save appears here, with its time.'}
            </p>
          ) : (
            <ol>
              {view.saves.map((save) => (
                <SaveRow key={save.id} save={save} />
              ))}
            </ol>
          )}
          {(view.hasNewer || view.olderBefore !== null) && <Pages view={view} />}
        </Card>
      </Container>
    </Main>
  )
}

function Pages({ view: { hasNewer, olderBefore } }: { view: HistoryView }) {
  return (
    <CardFooter>
      <nav className="flex flex-wrap items-center gap-3" aria-label="Pages of saves">
        {hasNewer && (
          <LinkButton variant="line" icon="arrow-up" href="/game/history">
            Newest saves
          </LinkButton>
        )}
        {olderBefore !== null && (
          <LinkButton variant="line" icon="arrow-down" href={`/game/history?before=${olderBefore}`}>
            Older saves
          </LinkButton>
        )}
      </nav>
    </CardFooter>
  )
}

import { SpotlightArt } from '#app/ui/art/spotlights.tsx'
import { Card, TitledCard } from '#app/ui/data/card.tsx'
import type { FetchErrorCode } from '#app/ui/feedback/fetch-error.ts'
import { Toasts } from '#app/ui/feedback/toasts.tsx'
import { LinkButton } from '#app/ui/forms/button.tsx'
import { useRestoredFocus } from '#app/ui/forms/restore-focus.ts'
import { SelectForm } from '#app/ui/forms/select-form.tsx'
import { RoundList } from '#app/ui/game/round-list.tsx'
import { useHydrated } from '#app/ui/hooks/use-hydrated.ts'
import { columns } from '#app/ui/layout/columns.ts'
import { Container } from '#app/ui/layout/container.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { PageHeader } from '#app/ui/layout/page-header.tsx'
import { getLoadFailureMessage } from '#app/ui/messages/error-messages.ts'
import { listLeagueErrors } from '#app/ui/messages/league-failures.ts'
import { AdSlot } from '#app/ui/news/ad-slot.tsx'
import { LeagueDialogs } from './dialogs.tsx'
import { LeagueCard } from './league-card.tsx'
import { toLeagueUrl } from './league-url.ts'
import type { LeaguesView } from './load.server.ts'
import type { LeagueActionData } from './name-dialog.tsx'
import { SeasonCard } from './season-card.tsx'

interface LeaguesPageProps {
  view: LeaguesView
  /** Why the last load failed: `view` is the page before it. */
  fetchError?: FetchErrorCode | null
  actionData?: LeagueActionData | undefined
}

/** My Leagues (spec 2): choose a league, see its table, manage it. Every dialog is a state of the page (D15). */
export function LeaguesPage({ view, fetchError = null, actionData }: LeaguesPageProps) {
  const isHydrated = useHydrated()
  const { dialog } = view
  // The name form posts to its dialog's URL: the dialog opens again with the message.
  const loadError = getLoadFailureMessage('league', fetchError)
  const isShownInDialog = dialog === 'create' || dialog === 'rename'
  return (
    <>
      <Main inert={dialog !== null && !isHydrated}>
        <PageHeader
          title="My Leagues"
          lead="Play against people you know."
          countries={view.countries}
          next={view.next}
          live={view.live}
        >
          {view.league && <CreateLink href={`${toLeagueUrl(view.league)}&dialog=create`} />}
        </PageHeader>
        <Toasts
          errors={actionData && !isShownInDialog ? listLeagueErrors(actionData) : []}
          loadError={isShownInDialog ? null : loadError}
        />
        <Container className={columns.side}>
          <div className="grid grid-cols-1 gap-gap">
            {view.leagues.length > 0 && <LeaguePicker view={view} />}
            {view.league ? <LeagueCard league={view.league} /> : <NoLeagues />}
            {view.league?.season && <SeasonCard season={view.league.season} />}
          </div>
          <div className="grid gap-gap">
            <TitledCard id="rounds" title="Rounds">
              <RoundList rounds={view.rounds} />
            </TitledCard>
            <AdSlot />
          </div>
        </Container>
      </Main>
      <LeagueDialogs view={view} actionData={actionData} loadError={loadError} />
    </>
  )
}

function CreateLink({ href }: { href: string }) {
  const focusProps = useRestoredFocus('create')
  return (
    <LinkButton variant="spot" icon="plus" href={href} {...focusProps} soft>
      Create League
    </LinkButton>
  )
}

function LeaguePicker({ view }: { view: LeaguesView }) {
  return (
    <SelectForm
      action="/game/leagues"
      id="league"
      name="leagueId"
      label="League"
      defaultValue={view.league?.id}
    >
      {view.leagues.map(({ id, leagueName }) => (
        <option key={id} value={id} dir="auto" translate="no">
          {leagueName}
        </option>
      ))}
    </SelectForm>
  )
}

function NoLeagues() {
  return (
    <Card className="overflow-hidden" labelledBy="no-leagues">
      <SpotlightArt code={null} seed={1} shape="strip" />
      <div className="grid gap-[0.9rem] p-gap">
        <h2 id="no-leagues">No Leagues Yet</h2>
        <p className="text-muted">Create one and send the link, or open a friend’s.</p>
        <div className="flex flex-wrap items-center gap-3">
          <CreateLink href="?dialog=create" />
        </div>
      </div>
    </Card>
  )
}

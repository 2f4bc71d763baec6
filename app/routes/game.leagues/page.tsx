import { Form, useSubmit } from '@remix-run/react'
import { AdSlot } from '#app/ui/ad-slot.tsx'
import { PageHeader } from '#app/ui/band.tsx'
import { SpotlightArt } from '#app/ui/beams.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { FieldWithButton, SelectField } from '#app/ui/field.tsx'
import { getLeagueFailureMessage } from '#app/ui/league-text.ts'
import type { FetchErrorCode } from '#app/ui/lost-answer.ts'
import { Main } from '#app/ui/main.tsx'
import { getLoadFailureMessage } from '#app/ui/problem-text.ts'
import { useRestoredFocus } from '#app/ui/return-focus.ts'
import { Toasts } from '#app/ui/toasts.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { LeagueDialogs } from './dialogs.tsx'
import { LeagueCard } from './league-card.tsx'
import { RoundsCard } from './rounds-card.tsx'
import type { LeagueActionData, LeaguesView } from './view.ts'

interface LeaguesPageProps {
  view: LeaguesView
  /** How a newer view got lost: this one is shown instead. */
  fetchError?: FetchErrorCode | null
  answer?: LeagueActionData | undefined
}

/** My Leagues (spec 2): choose a league, see its table, keep it. Every dialog is a state of the page (D15). */
export function LeaguesPage({ view, fetchError = null, answer }: LeaguesPageProps) {
  const isHydrated = useHydrated()
  const { dialog } = view
  // The form of a name posts to its dialog's address: there it is asked again, and told why.
  const isToldInDialog = dialog === 'create' || dialog === 'rename'
  return (
    <>
      <Main inert={dialog !== null && !isHydrated}>
        <PageHeader
          title="My Leagues"
          lead="Play against people you know."
          lights={view.lights}
          next={view.next}
        >
          {view.league && (
            <CreateLink href={`?leagueId=${view.league.id}&page=${view.league.page}&dialog=create`} />
          )}
        </PageHeader>
        <Toasts
          errors={answer && !isToldInDialog ? [getLeagueFailureMessage(answer)] : []}
          loadError={getLoadFailureMessage('league', fetchError)}
        />
        <div className="wrap grid side">
          <div className="grid">
            {view.leagues.length > 0 && <LeaguePicker view={view} />}
            {view.league ? <LeagueCard league={view.league} /> : <NoLeagues />}
          </div>
          <aside className="grid">
            <RoundsCard rounds={view.rounds} />
            <AdSlot />
          </aside>
        </div>
      </Main>
      {dialog && (
        <LeagueDialogs
          dialog={dialog}
          league={view.league}
          typedName={view.typedName}
          carried={view}
          answer={answer}
        />
      )}
    </>
  )
}

function CreateLink({ href }: { href: string }) {
  const returned = useRestoredFocus('create')
  return (
    <LinkButton variant="spot" icon="plus" href={href} {...returned} soft>
      Create League
    </LinkButton>
  )
}

/** The league selector: a GET form; with script a choice shows at once. */
function LeaguePicker({ view }: { view: LeaguesView }) {
  const submit = useSubmit()
  return (
    <Form method="get" action="/game/leagues">
      <FieldWithButton>
        <SelectField
          key={view.league?.id}
          id="league"
          name="leagueId"
          label="League"
          defaultValue={view.league?.id}
          onChange={(event) => submit(event.currentTarget.form)}
        >
          {view.leagues.map(({ id, leagueName }) => (
            <option key={id} value={id}>
              {leagueName}
            </option>
          ))}
        </SelectField>
        <Button variant="line" size="field">
          Show
        </Button>
      </FieldWithButton>
    </Form>
  )
}

function NoLeagues() {
  return (
    <Card className="clip" labelledBy="no-leagues">
      <SpotlightArt code={null} seed={1} className="art-strip" />
      <div className="pad stack">
        <h2 id="no-leagues">No Leagues Yet</h2>
        <p className="muted">
          Create one and send the link, or open an invite link a friend sent you. It takes one minute.
        </p>
        <div className="row">
          <CreateLink href="?dialog=create" />
        </div>
      </div>
    </Card>
  )
}

import { Form } from '@remix-run/react'
import {
  computeRemainingTenths,
  findAddProblem,
  pickEntriesByCode,
  type TeamRules,
} from '#app/game/team/team.ts'
import { hasUnsavedTeam, type TeamDraft } from '#app/game/team/team-draft.ts'
import { Card } from '#app/ui/data/card.tsx'
import { Unit } from '#app/ui/data/unit.tsx'
import { Announcement } from '#app/ui/feedback/announcement.tsx'
import type { FetchErrorCode } from '#app/ui/feedback/fetch-error.ts'
import { Toasts } from '#app/ui/feedback/toasts.tsx'
import { Millions } from '#app/ui/game/price.tsx'
import { TeamReceipt } from '#app/ui/game/receipt.tsx'
import { useHasRoundClosed } from '#app/ui/hooks/use-countdown.ts'
import { useHydrated } from '#app/ui/hooks/use-hydrated.ts'
import { columns } from '#app/ui/layout/columns.ts'
import { Main } from '#app/ui/layout/main.tsx'
import { Fact, PageHeader } from '#app/ui/layout/page-header.tsx'
import { getLoadFailureMessage } from '#app/ui/messages/error-messages.ts'
import { AvailableCountries } from './available-countries.tsx'
import { ConfirmSaveDialog } from './confirm-save-dialog.tsx'
import { TeamDetails } from './country-details.tsx'
import type { TeamView } from './load.server.ts'
import { NameFields } from './name-fields.tsx'
import { Rules } from './rules.tsx'
import { SaveBar } from './save-bar.tsx'
import { SelectedCountries } from './selected-countries.tsx'
import { type TeamActionData, useTeamDraft } from './use-team-draft.ts'

interface TeamPageProps {
  view: TeamView
  /** Why the last load failed: `view` is the page before it. */
  fetchError?: FetchErrorCode | null
  actionData?: TeamActionData | undefined
}

/** Team Selection (spec 2): one form that carries the whole draft (D16). */
export function TeamPage({ view, fetchError = null, actionData }: TeamPageProps) {
  const { rules, stored } = view
  const form = useTeamDraft(view, actionData)
  const { draft, press } = form
  const isHydrated = useHydrated()
  // A manager without a team may still join at the next deadline; a stored team is locked then (D7).
  const isLocked = useHasRoundClosed(view.next) && view.hasTeam
  const isConfirming = draft.isConfirming && view.missedRounds !== null
  const details = rules.entries.find((entry) => entry.code === draft.details)
  return (
    <>
      <Main inert={(details !== undefined || isConfirming) && !isHydrated}>
        <PageHeader
          title="Team Selection"
          lead={view.missedRounds && `${view.missedRounds.text} Saving locks your six.`}
          countries={pickEntriesByCode(rules.entries, draft.codes)}
          next={view.next}
          facts={<Facts rules={rules} draft={draft} />}
        />
        <Announcement>{form.announcement}</Announcement>
        <Toasts errors={form.errors} loadError={getLoadFailureMessage('team', fetchError)} />
        <Form
          method="post"
          action={form.url}
          id="team"
          className="mx-auto grid w-full max-w-wrap gap-gap px-page"
          onSubmit={form.submit}
          noValidate
        >
          <button type="submit" name="intent" value="search" hidden>
            Search
          </button>
          <input type="hidden" name="season" value={view.season} />
          <input type="hidden" name="picks" value={draft.codes.join('.')} />
          {draft.details && <input type="hidden" name="details" value={draft.details} />}
          {draft.details && draft.focus && <input type="hidden" name="focus" value={draft.focus} />}
          <div className={columns.half}>
            <div className="grid gap-gap">
              <NameFields draft={draft} problems={form.refusedProblems} onChange={form.change} />
              <SelectedCountries draft={draft} rules={rules} />
              {view.receipt && (
                <Card pad>
                  <TeamReceipt receipt={view.receipt} until={view.next?.deadline ?? null} />
                </Card>
              )}
            </div>
            <div className="grid gap-gap">
              <AvailableCountries
                draft={draft}
                rules={rules}
                onSearch={(search) => form.show({ ...draft, search })}
              />
              <Rules rules={rules} next={view.next} locksAtOnce={view.missedRounds !== null} />
            </div>
          </div>
          <SaveBar view={view} draft={draft} isLocked={isLocked} isUnsaved={hasUnsavedTeam(draft, stored)} />
        </Form>
      </Main>
      {details && (
        <TeamDetails
          entry={details}
          draft={draft}
          problem={findAddProblem(rules, draft.codes, details)}
          onClose={() => press('close')}
        />
      )}
      {isConfirming && view.missedRounds && (
        <ConfirmSaveDialog missed={view.missedRounds} onClose={() => press('close')} />
      )}
    </>
  )
}

function Facts({ rules, draft }: { rules: TeamRules; draft: TeamDraft }) {
  return (
    <>
      <Fact label="Remaining budget" size="xl" isHighlighted>
        <Millions tenths={computeRemainingTenths(rules, draft.codes)} />
      </Fact>
      <Fact label="Countries" size="xl">
        {draft.codes.length}
        <Unit>
          <span className="text-muted"> / {rules.teamSize}</span>
        </Unit>
      </Fact>
    </>
  )
}

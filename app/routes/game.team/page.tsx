import { Form } from '@remix-run/react'
import { findAddProblem, pickEntriesByCode } from '#app/game/team/team.ts'
import { hasUnsavedTeam } from '#app/game/team/team-draft.ts'
import { Card } from '#app/ui/data/card.tsx'
import { Announcement } from '#app/ui/feedback/announcement.tsx'
import type { FetchErrorCode } from '#app/ui/feedback/fetch-error.ts'
import { Toasts } from '#app/ui/feedback/toasts.tsx'
import { ChangeUntil, SavedBadge } from '#app/ui/game/receipt.tsx'
import { useHasRoundClosed } from '#app/ui/hooks/use-countdown.ts'
import { useHydrated } from '#app/ui/hooks/use-hydrated.ts'
import { columns } from '#app/ui/layout/columns.ts'
import { Container } from '#app/ui/layout/container.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { PageHeader } from '#app/ui/layout/page-header.tsx'
import { getLoadFailureMessage } from '#app/ui/messages/error-messages.ts'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
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
  // The line-up's order, as on every page, and after it what was picked since.
  const lampOrder = [...new Set([...view.lampOrder, ...draft.codes])].filter((code) =>
    draft.codes.includes(code),
  )
  // A manager without a team may still join at the next deadline; a stored team is locked then (D7).
  const isLocked = useHasRoundClosed(view.next) && view.hasTeam
  const isUnsaved = hasUnsavedTeam(draft, stored)
  const isConfirming = draft.isConfirming && view.missedRounds !== null
  const details = rules.entries.find((entry) => entry.code === draft.details)
  // The dialog has the focus while it is open.
  const listed = details ? { ...draft, focus: null } : draft
  return (
    <Form method="post" action={form.url} id="team" className="contents" onSubmit={form.submit} noValidate>
      <Main className="pb-0" inert={(details !== undefined || isConfirming) && !isHydrated}>
        <PageHeader
          title="Team Selection"
          lead={view.missedRounds && `${view.missedRounds.text} Saving locks your six.`}
          countries={pickEntriesByCode(rules.entries, lampOrder)}
          next={view.next}
        />
        <Announcement>{form.announcement}</Announcement>
        <Toasts
          errors={form.errors}
          loadError={actionData ? null : getLoadFailureMessage('team', fetchError)}
        />
        <button type="submit" name="intent" value="search" hidden>
          Search
        </button>
        <input type="hidden" name="season" value={view.season} />
        <input type="hidden" name="picks" value={draft.codes.join('.')} />
        {draft.details && <input type="hidden" name="details" value={draft.details} />}
        {draft.details && draft.focus && <input type="hidden" name="focus" value={draft.focus} />}
        {draft.show && <input type="hidden" name="show" value={draft.show} />}
        <Container className={columns.side}>
          <div className="grid grid-cols-1 gap-gap">
            <AvailableCountries
              view={view}
              draft={listed}
              onSearch={(search) => form.show({ ...draft, search })}
            />
            <NameFields draft={draft} errors={form.errors} onChange={form.change} />
          </div>
          <div className="grid gap-gap">
            <SelectedCountries view={view} draft={listed} />
            {view.hasTeam && view.next && (
              <Card pad label="Receipt">
                <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
                  {!isUnsaved && <SavedBadge isAutomatic={false} />}
                  <ChangeUntil deadline={view.next.deadline} />{' '}
                  <TextLink href="/game/history">All your saves</TextLink>
                </p>
              </Card>
            )}
            <Rules rules={rules} next={view.next} locksAtOnce={view.missedRounds !== null} />
          </div>
        </Container>
        <SaveBar view={view} draft={draft} isLocked={isLocked} isUnsaved={isUnsaved} />
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
    </Form>
  )
}

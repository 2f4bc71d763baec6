import { Form } from '@remix-run/react'
import { findAddProblem, pickEntriesByCode } from '#app/game/team/team.ts'
import { hasUnsavedTeam, isTeamOutdated } from '#app/game/team/team-draft.ts'
import { Card } from '#app/ui/data/card.tsx'
import { Announcement } from '#app/ui/feedback/announcement.tsx'
import type { FetchErrorCode } from '#app/ui/feedback/fetch-error.ts'
import { Toasts } from '#app/ui/feedback/toasts.tsx'
import { LeftDraftNotice } from '#app/ui/forms/unsaved-changes.tsx'
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
import { NamesDialog } from './names-dialog.tsx'
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
  const isOutdated = isTeamOutdated(draft, stored)
  const isConfirming = draft.isConfirming && view.missedRounds !== null
  const details = rules.entries.find((entry) => entry.code === draft.details)
  const hasDialog = details !== undefined || isConfirming || draft.isNaming
  // The dialog has the focus while it is open.
  const shown = hasDialog ? { ...draft, focus: null } : draft
  const names = <NameFields draft={draft} errors={form.errors} onChange={form.change} />
  const toasts = (
    <Toasts errors={form.errors} loadError={actionData ? null : getLoadFailureMessage('team', fetchError)} />
  )
  return (
    <Form method="post" action={form.url} id="team" className="contents" onSubmit={form.submit} noValidate>
      <Main className="pb-0" inert={hasDialog && !isHydrated}>
        {/* The form's first button is what Enter presses. */}
        <button type="submit" name="intent" value={draft.isNaming ? 'save' : 'search'} hidden>
          {draft.isNaming ? 'Save Team' : 'Search'}
        </button>
        <PageHeader
          title="Team Selection"
          lead={view.missedRounds && `${view.missedRounds.text} Saving locks your six.`}
          event={view.isBack && isUnsaved && <LeftDraftNotice />}
          countries={pickEntriesByCode(rules.entries, lampOrder)}
          next={view.next}
        />
        <Announcement>{form.announcement}</Announcement>
        {!draft.isNaming && toasts}
        <input type="hidden" name="season" value={view.season} />
        <input type="hidden" name="picks" value={draft.codes.join('.')} />
        {draft.details && <input type="hidden" name="details" value={draft.details} />}
        {draft.details && draft.focus && <input type="hidden" name="focus" value={draft.focus} />}
        {draft.isNaming && <input type="hidden" name="names" value="1" />}
        <input type="hidden" name="base" value={isOutdated ? `${draft.base} ${stored.base}` : draft.base} />
        {draft.show && <input type="hidden" name="show" value={draft.show} />}
        <Container className={columns.side}>
          <div className="grid grid-cols-1 gap-gap">
            <AvailableCountries
              view={view}
              draft={shown}
              onSearch={(search) => form.show({ ...draft, search })}
            />
            {!draft.isNaming && (
              <Card label="Names" className="p-gap">
                {names}
              </Card>
            )}
          </div>
          <div className="grid gap-gap">
            <SelectedCountries view={view} draft={shown} />
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
        <SaveBar
          view={view}
          draft={shown}
          isLocked={isLocked}
          isUnsaved={isUnsaved}
          isOutdated={isOutdated}
        />
      </Main>
      {details && (
        <TeamDetails
          entry={details}
          draft={draft}
          problem={findAddProblem(rules, draft.codes, details)}
          onClose={() => press('close')}
        />
      )}
      {draft.isNaming && (
        <NamesDialog
          // Anew with each refusal: the wrong field gets the focus.
          key={form.errors.map(({ title }) => title).join()}
          codes={lampOrder}
          onClose={() => press('close')}
        >
          <div className="empty:hidden [&>*]:my-0 [&>*]:p-0">{toasts}</div>
          {names}
        </NamesDialog>
      )}
      {isConfirming && view.missedRounds && (
        <ConfirmSaveDialog missed={view.missedRounds} onClose={() => press('close')} />
      )}
    </Form>
  )
}

import { Form } from '@remix-run/react'
import { type FormEvent, useState } from 'react'
import { computeRemainingTenths, findAddProblem, pickEntriesByCode } from '#app/game/team/team.ts'
import {
  applyTeamStep,
  hasUnsavedTeam,
  parseSaveIntent,
  parseTeamStep,
  type StepResult,
  type TeamDraft,
  teamDraftToQuery,
} from '#app/game/team/team-draft.ts'
import { Card } from '#app/ui/data/card.tsx'
import { Announcement } from '#app/ui/feedback/announcement.tsx'
import type { FetchError, FetchErrorCode } from '#app/ui/feedback/fetch-error.ts'
import { Toasts } from '#app/ui/feedback/toasts.tsx'
import { getSubmittedIntent, useDraft, usePreHydrationInput } from '#app/ui/forms/use-draft.ts'
import { Millions } from '#app/ui/game/price.tsx'
import { TeamReceipt } from '#app/ui/game/receipt.tsx'
import { useHasRoundClosed } from '#app/ui/hooks/use-countdown.ts'
import { useHydrated } from '#app/ui/hooks/use-hydrated.ts'
import { Main } from '#app/ui/layout/main.tsx'
import { Fact, PageHeader } from '#app/ui/layout/page-header.tsx'
import {
  getErrorMessage,
  getLoadFailureMessage,
  getSaveFailureMessage,
} from '#app/ui/messages/error-messages.ts'
import { describeTeamChange } from './announcement.ts'
import { AvailableCountries } from './available-countries.tsx'
import { TeamDetails } from './country-details.tsx'
import { LateJoinDialog } from './late-join-dialog.tsx'
import { NameFields } from './name-fields.tsx'
import { Rules } from './rules.tsx'
import { SaveBar } from './save-bar.tsx'
import { SelectedCountries } from './selected-countries.tsx'
import type { RefusedTeam, TeamView } from './view.ts'

interface TeamPageProps {
  view: TeamView
  /** Why the last load failed: `view` is the page before it. */
  fetchError?: FetchErrorCode | null
  /** Set when the last submit changed nothing: refused by the server, or the request failed. */
  actionData?: RefusedTeam | FetchError | undefined
}

/** Team Selection (spec 2): one form that carries the whole draft (D16). */
export function TeamPage({ view, fetchError = null, actionData }: TeamPageProps) {
  const refused = actionData && 'draft' in actionData ? actionData : undefined
  const isLost = actionData !== undefined && 'fetchError' in actionData
  const { rules, stored } = view
  const { draft, change, setDraft } = useDraft(refused?.draft ?? view.draft, isLost, (next: TeamDraft) =>
    toDraftUrl(next, stored),
  )
  const [refusal, setRefusal] = useState<StepResult<TeamDraft>['refusal']>(null)
  const [announcement, announce] = useState('')
  const isHydrated = useHydrated()
  // A manager without a team may still join at the next deadline; a stored team is locked then (D7).
  const isLocked = useHasRoundClosed(view.next) && view.hasTeam
  const left = computeRemainingTenths(rules, draft.codes)
  const asksLateJoin = draft.asksLateJoin && view.lateJoin !== null
  const details = rules.entries.find((entry) => entry.code === draft.details)

  function show(next: TeamDraft, focus?: string | null): void {
    announce(describeTeamChange(rules, draft, next))
    change(next, focus)
  }

  function press(intent: string): void {
    const step = parseTeamStep(intent)
    if (!step) return
    const next = applyTeamStep(rules, draft, step)
    setRefusal(next.refusal)
    show(next.draft, next.draft.focus)
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    const intent = getSubmittedIntent(event.nativeEvent, 'search')
    if (parseSaveIntent(intent) !== null) return
    event.preventDefault()
    press(intent)
  }

  usePreHydrationInput('team', (fields) => {
    const typed = mergeTypedFields(draft, fields)
    if (toDraftUrl(typed, stored) !== toDraftUrl(draft, stored)) setDraft(typed)
  })

  // A refusal is shown until the draft changes: by then it may be fixed.
  const currentRefusal = refused?.draft === draft ? refused : undefined
  const country = refusal
    ? pickEntriesByCode(rules.entries, [refusal.code])[0]?.country
    : currentRefusal?.country
  const problems = refusal ? [refusal.problem] : (currentRefusal?.problems ?? [])
  const errors = currentRefusal?.message
    ? [currentRefusal.message]
    : problems.map((problem) => getErrorMessage(problem, country))
  if (isLost) errors.push(getSaveFailureMessage('TEAM_NOT_SAVED', actionData.fetchError))

  return (
    <>
      <Main inert={(details !== undefined || asksLateJoin) && !isHydrated}>
        <PageHeader
          title="Team Selection"
          lead={view.lateJoin && `${view.lateJoin.text} Saving locks your six.`}
          lights={pickEntriesByCode(rules.entries, draft.codes)}
          next={view.next}
          facts={<Facts left={left} view={view} draft={draft} />}
        />
        <Announcement>{announcement}</Announcement>
        <Toasts errors={errors} loadError={getLoadFailureMessage('team', fetchError)} />
        <Form
          method="post"
          action={toDraftUrl(draft, stored)}
          id="team"
          className="wrap grid"
          onSubmit={submit}
          noValidate
        >
          <button type="submit" name="intent" value="search" hidden>
            Search
          </button>
          <input type="hidden" name="season" value={view.season} />
          <input type="hidden" name="picks" value={draft.codes.join('.')} />
          {draft.details && <input type="hidden" name="details" value={draft.details} />}
          {draft.details && draft.focus && <input type="hidden" name="focus" value={draft.focus} />}
          <div className="grid half">
            <div className="grid">
              <NameFields draft={draft} problems={currentRefusal?.problems ?? []} onChange={change} />
              <SelectedCountries draft={draft} rules={rules} />
              {view.receipt && (
                <Card pad>
                  <TeamReceipt receipt={view.receipt} until={view.next?.deadline ?? null} />
                </Card>
              )}
            </div>
            <div className="grid">
              <AvailableCountries
                draft={draft}
                rules={rules}
                onSearch={(search) => show({ ...draft, search })}
              />
              <Rules rules={rules} next={view.next} locksAtOnce={view.lateJoin !== null} />
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
      {asksLateJoin && view.lateJoin && (
        <LateJoinDialog lateJoin={view.lateJoin} onClose={() => press('close')} />
      )}
    </>
  )
}

/** The draft with the values of the text fields. */
function mergeTypedFields(draft: TeamDraft, fields: FormData): TeamDraft {
  const textOf = (name: string) => String(fields.get(name) ?? '')
  return {
    ...draft,
    teamName: textOf('teamName'),
    managerName: textOf('managerName'),
    search: textOf('q'),
  }
}

function Facts({ left, view, draft }: { left: number; view: TeamView; draft: TeamDraft }) {
  return (
    <>
      <Fact label="Remaining budget" size="xl" isHighlighted>
        <Millions tenths={left} />
      </Fact>
      <Fact label="Countries" size="xl">
        {draft.codes.length}
        <span className="unit muted"> / {view.rules.teamSize}</span>
      </Fact>
    </>
  )
}

function toDraftUrl(draft: TeamDraft, stored: TeamDraft): string {
  const query = teamDraftToQuery(draft, stored)
  return query === '' ? '/game/team' : `/game/team?${query}`
}

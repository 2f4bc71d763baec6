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
  /** How a newer view got lost: this one is shown instead. */
  fetchError?: FetchErrorCode | null
  /** What the server said to a press that changed nothing, or how its answer got lost. */
  answer?: RefusedTeam | FetchError | undefined
}

/** Team Selection (spec 2): one form that carries the whole draft (D16). */
export function TeamPage({ view, fetchError = null, answer }: TeamPageProps) {
  const refused = answer && 'draft' in answer ? answer : undefined
  const isLost = answer !== undefined && 'fetchError' in answer
  const { rules, stored } = view
  const { draft, change, keep } = useDraft(refused?.draft ?? view.draft, isLost, (next: TeamDraft) =>
    toDraftUrl(next, stored),
  )
  const [refusal, setRefusal] = useState<StepResult<TeamDraft>['refusal']>(null)
  const [told, tell] = useState('')
  const isHydrated = useHydrated()
  // A newcomer may still join at the next deadline; a stored team is locked then (D7).
  const isLocked = useHasRoundClosed(view.next) && view.hasTeam
  const left = computeRemainingTenths(rules, draft.codes)
  const asksLateJoin = draft.asksLateJoin && view.lateJoin !== null
  const details = rules.entries.find((entry) => entry.code === draft.details)

  function show(next: TeamDraft, focus?: string | null): void {
    tell(describeTeamChange(rules, draft, next))
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
    if (toDraftUrl(typed, stored) !== toDraftUrl(draft, stored)) keep(typed)
  })

  // What was refused is told until the draft moves on: then it may be mended already.
  const standing = refused?.draft === draft ? refused : undefined
  const country = refusal ? pickEntriesByCode(rules.entries, [refusal.code])[0]?.country : standing?.country
  const problems = refusal ? [refusal.problem] : (standing?.problems ?? [])
  const words = standing?.words
    ? [standing.words]
    : problems.map((problem) => getErrorMessage(problem, country))
  if (isLost) words.push(getSaveFailureMessage('TEAM_NOT_SAVED', answer.fetchError))

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
        <Announcement>{told}</Announcement>
        <Toasts errors={words} loadError={getLoadFailureMessage('team', fetchError)} />
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
              <NameFields draft={draft} problems={standing?.problems ?? []} onChange={change} />
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

/** The draft with what its text fields hold. */
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

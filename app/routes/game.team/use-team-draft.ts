import { type FormEvent, useState } from 'react'
import { pickEntriesByCode } from '#app/game/team/team.ts'
import {
  applyTeamStep,
  askForNames,
  parseSaveIntent,
  parseTeamStep,
  type StepResult,
  type TeamDraft,
} from '#app/game/team/team-draft.ts'
import type { FetchError } from '#app/ui/feedback/fetch-error.ts'
import { getSubmittedIntent, useDraft, usePreHydrationInput } from '#app/ui/forms/use-draft.ts'
import { getDraftMessage, getSaveFailureMessage, type ToastMessage } from '#app/ui/messages/error-messages.ts'
import { describeTeamChange } from './announcement.ts'
import { toDraftUrl } from './draft-url.ts'
import type { TeamView } from './load.server.ts'

/** Action data of a refused form: the draft as sent, and the reasons. */
export interface RefusedTeam {
  draft: TeamDraft
  errors: readonly ToastMessage[]
  /** Whether the form belongs to another season: the page loads again. */
  isOutdated: boolean
}

/** Action data of a submit that changed nothing: refused by the server, or the request failed. */
export type TeamActionData = RefusedTeam | FetchError

/** The page's draft, how its form changes it with script, and the errors about it. */
export function useTeamDraft(view: TeamView, actionData?: TeamActionData) {
  const { draft: serverDraft, stored, rules } = view
  const sent = actionData && 'draft' in actionData ? actionData : undefined
  const fetchError = actionData && 'fetchError' in actionData ? actionData.fetchError : null
  const toUrl = (next: TeamDraft) => toDraftUrl(next, stored)
  const { draft, change, restore } = useDraft(sent?.draft ?? serverDraft, {
    hasFailed: fetchError !== null,
    toHref: toUrl,
    cookie: view.draftCookie,
  })
  const [refusal, setRefusal] = useState<StepResult<TeamDraft>['refusal']>(null)
  const [announcement, announce] = useState('')

  function show(next: TeamDraft, focus?: string | null): void {
    announce(describeTeamChange(view, draft, next))
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
    const isSave = parseSaveIntent(intent) !== null
    const unnamed = isSave && askForNames(rules, draft)
    if ((isSave && !unnamed) || intent === 'discard') return
    event.preventDefault()
    if (unnamed) change(unnamed)
    else press(intent)
  }

  usePreHydrationInput('team', (fields) => {
    const textOf = (name: string) => String(fields.get(name) ?? '')
    const names = { teamName: textOf('teamName'), managerName: textOf('managerName') }
    const typed = { ...draft, ...names, search: textOf('q') }
    if (toUrl(typed) !== toUrl(draft)) restore(typed)
  })

  // A refusal is shown until the draft changes: by then it may be fixed.
  const refused = sent?.draft === draft ? sent : undefined
  const country = refusal && pickEntriesByCode(rules.entries, [refusal.code])[0]?.country
  const errors = refusal ? [getDraftMessage(refusal.problem, country ?? '')] : [...(refused?.errors ?? [])]
  if (fetchError) errors.push(getSaveFailureMessage('TEAM_NOT_SAVED', fetchError))
  return { draft, url: toUrl(draft), announcement, errors, change, show, press, submit }
}

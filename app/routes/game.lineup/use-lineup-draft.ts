import { type FormEvent, useState } from 'react'
import { moveInOrder } from '#app/game/lineup/lineup.ts'
import {
  applyLineupStep,
  isLineupOutdated,
  type LineupDraft,
  parseLineupStep,
  toDraftUrl,
} from '#app/game/lineup/lineup-draft.ts'
import type { Entry } from '#app/game/season/contest.ts'
import { pickEntriesByCode } from '#app/game/team/team.ts'
import type { FetchError } from '#app/ui/feedback/fetch-error.ts'
import { getSubmittedIntent, useDraft, usePreHydrationInput } from '#app/ui/forms/use-draft.ts'
import { useHasRoundClosed } from '#app/ui/hooks/use-countdown.ts'
import type { ToastMessage } from '#app/ui/messages/error-messages.ts'
import type { LineupRound, LineupView } from './load.server.ts'

/** Action data of a submit that changed nothing: refused by the server, or the request failed. */
export type LineupActionData = { draft: LineupDraft; errors: readonly ToastMessage[] } | FetchError

/** The page's draft, and how its form changes it with script. `rounds` are as of now. */
export function useLineupDraft(view: LineupView, actionData: LineupActionData | undefined) {
  const refused = actionData && 'draft' in actionData ? actionData : undefined
  const isLost = actionData !== undefined && 'fetchError' in actionData
  const rounds = useRounds(view)
  const findRound = (roundNumber: number | undefined) =>
    rounds.find((round) => round.roundNumber === roundNumber)
  const toUrl = (next: LineupDraft) => toDraftUrl(next, findRound(next.roundNumber)?.stored ?? [])
  const state = useDraft(refused?.draft ?? view.draft, {
    hasFailed: isLost,
    toHref: toUrl,
    cookie: view.draftCookie,
  })
  const [announcement, announce] = useState('')
  const round = findRound(state.draft.roundNumber)
  const stored = round?.stored ?? []
  const draft =
    state.draft.codes.length > 0 ? state.draft : { ...state.draft, codes: stored, base: stored.join('.') }
  const hasLater = rounds.some((each) => each.isOpen && each.roundNumber > draft.roundNumber)

  /** The draft after a button press. A round that closed meanwhile stays visible; no other closed round can be chosen. */
  function applyIntent(intent: string, from: LineupDraft): LineupDraft | null {
    const step = parseLineupStep(intent)
    const next = step && applyLineupStep(from, step, stored)
    return findRound(next?.roundNumber)?.isOpen || next?.roundNumber === draft.roundNumber ? next : null
  }

  function press(intent: string): void {
    const next = applyIntent(intent, draft)
    if (!next) return
    announce(describeMove(view.entries, next, draft.codes))
    // The dialog about unsaved changes returns the focus to the button that opened it.
    state.change(next, intent === 'keep' ? null : next.focus)
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    const intent = getSubmittedIntent(event.nativeEvent, 'keep')
    if (intent === 'save') return
    event.preventDefault()
    const chosen = new FormData(event.currentTarget).get('chosenRound')
    press(intent === 'round' ? `round:${chosen}` : intent)
  }

  usePreHydrationInput('lineup', (fields) => {
    const ticked = hasLater ? { ...draft, alsoLater: fields.has('later') } : draft
    const chosen = Number(fields.get('chosenRound') ?? draft.roundNumber)
    const typed = chosen === draft.roundNumber ? ticked : (applyIntent(`round:${chosen}`, ticked) ?? ticked)
    if (toUrl(typed) !== toUrl(draft)) state.restore(typed)
  })

  return {
    draft,
    stored,
    /** Whether another order was saved since the draft was begun. */
    isOutdated: isLineupOutdated(draft, stored),
    round,
    rounds,
    hasLater,
    url: toUrl(draft),
    announcement,
    /** Whether the refusal is about an earlier draft: then it is not shown any more. */
    isChanged: refused !== undefined && refused.draft !== state.draft,
    press,
    submit,
    /** Moves a country to an index, where it was dragged. */
    moveTo: (code: string, index: number) =>
      state.change({ ...draft, codes: moveInOrder(draft.codes, code, index), focus: null }),
    setAlsoLater: (alsoLater: boolean) => state.change({ ...draft, alsoLater }),
  }
}

export type LineupDraftForm = ReturnType<typeof useLineupDraft>

/** The rounds from the server; a round whose deadline passes is closed at once, and the draft stays visible. */
function useRounds({ rounds, next }: LineupView): readonly LineupRound[] {
  const hasClosed = useHasRoundClosed(next)
  return hasClosed
    ? rounds.map((round) => (round.isNext ? { ...round, isOpen: false, isNext: false } : round))
    : rounds
}

/** The new position of a moved country, for screen readers; empty when none has moved. */
function describeMove(
  entries: readonly Entry[],
  { codes, focus }: LineupDraft,
  before: readonly string[],
): string {
  const moved = focus?.split(':')[1] ?? ''
  const at = codes.indexOf(moved)
  if (at < 0 || codes.join() === before.join()) return ''
  return `${pickEntriesByCode(entries, [moved])[0]?.country} is at position ${at + 1} of ${codes.length}.`
}

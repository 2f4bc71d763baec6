import { Form } from '@remix-run/react'
import { type FormEvent, useState } from 'react'
import {
  applyLineupStep,
  hasUnsavedLineup,
  type LineupDraft,
  lineupDraftToQuery,
  parseLineupStep,
} from '#app/game/lineup/lineup-draft.ts'
import type { Entry } from '#app/game/season/contest.ts'
import type { ReceiptView } from '#app/game/team/receipt.ts'
import { pickEntriesByCode } from '#app/game/team/team.ts'
import { Announcement } from '#app/ui/feedback/announcement.tsx'
import type { FetchError, FetchErrorCode } from '#app/ui/feedback/fetch-error.ts'
import { Toast } from '#app/ui/feedback/toast.tsx'
import { Toasts } from '#app/ui/feedback/toasts.tsx'
import { getSubmittedIntent, useDraft, usePreHydrationInput } from '#app/ui/forms/use-draft.ts'
import { useHasRoundClosed } from '#app/ui/hooks/use-countdown.ts'
import { useHydrated } from '#app/ui/hooks/use-hydrated.ts'
import { Main } from '#app/ui/layout/main.tsx'
import { PageHeader } from '#app/ui/layout/page-header.tsx'
import {
  getErrorMessage,
  getLoadFailureMessage,
  getSaveFailureMessage,
  type ToastMessage,
} from '#app/ui/messages/error-messages.ts'
import { getFlashMessage } from '#app/ui/messages/flash-messages.ts'
import { LineupDetails } from './country-details.tsx'
import { DiscardDialog } from './discard-dialog.tsx'
import { OrderCard } from './order-card.tsx'
import { RoundPicker } from './round-picker.tsx'
import { Strategy } from './strategy.tsx'
import { UpcomingRounds } from './upcoming-rounds.tsx'
import type { LineupRound, LineupView, RefusedLineup } from './view.ts'

interface LineupPageProps {
  view: LineupView
  /** Why the last load failed: `view` is the page before it. */
  fetchError?: FetchErrorCode | null
  /** Set when the last submit changed nothing: refused by the server, or the request failed. */
  actionData?: RefusedLineup | FetchError | undefined
}

/** Line-up Management (spec 2): one form that carries the whole draft (D16), rounds included (D22). */
export function LineupPage({ view, fetchError = null, actionData }: LineupPageProps) {
  const refused = actionData && 'draft' in actionData ? actionData : undefined
  const isLost = actionData !== undefined && 'fetchError' in actionData
  const rounds = useRounds(view)
  const { draft, change, setDraft } = useDraft(refused?.draft ?? view.draft, isLost, (next: LineupDraft) =>
    toDraftUrl(next, rounds),
  )
  const [announcement, announce] = useState('')
  const isHydrated = useHydrated()
  const stored = findStoredOrder(rounds, draft.roundNumber)
  const codes = draft.codes.length > 0 ? draft.codes : stored
  const order = pickEntriesByCode(view.entries, codes)
  const details = view.entries.find((entry) => entry.code === draft.details)
  const roundToSwitch = rounds.find((round) => round.roundNumber === draft.switchTo && round.isOpen)
  const hasDialog = details !== undefined || roundToSwitch !== undefined

  /** The draft after a button press. A round that closed meanwhile stays visible; no other closed round can be chosen. */
  function applyIntent(intent: string, from: LineupDraft): LineupDraft | null {
    const step = parseLineupStep(intent)
    const next = step && applyLineupStep(from, step, stored)
    const target = rounds.find((round) => round.roundNumber === next?.roundNumber)
    return target?.isOpen || next?.roundNumber === draft.roundNumber ? next : null
  }

  function press(intent: string): void {
    const next = applyIntent(intent, { ...draft, codes })
    if (!next) return
    announce(describeMove(view.entries, next, codes))
    // The dialog about unsaved changes returns the focus to the button that opened it.
    change(next, intent === 'keep' ? null : next.focus)
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    const intent = getSubmittedIntent(event.nativeEvent, 'keep')
    if (intent === 'save') return
    event.preventDefault()
    const chosen = new FormData(event.currentTarget).get('chosenRound')
    press(intent === 'round' ? `round:${chosen}` : intent)
  }

  const hasLater = rounds.some((round) => round.isOpen && round.roundNumber > draft.roundNumber)
  usePreHydrationInput('lineup', (fields) => {
    const shown = { ...draft, codes }
    const ticked = hasLater ? { ...shown, alsoLater: fields.has('later') } : shown
    const chosen = Number(fields.get('chosenRound') ?? draft.roundNumber)
    const typed = chosen === draft.roundNumber ? ticked : (applyIntent(`round:${chosen}`, ticked) ?? ticked)
    if (toDraftUrl(typed, rounds) !== toDraftUrl(shown, rounds)) setDraft(typed)
  })

  const current = rounds.find((round) => round.roundNumber === draft.roundNumber)
  return (
    <>
      <Main inert={hasDialog && !isHydrated}>
        <PageHeader
          title="Line-up Management"
          lead={current && <Deadline round={current} />}
          lights={order}
          next={view.next}
        />
        <Announcement>{announcement}</Announcement>
        <Toasts
          errors={refused === undefined || refused.draft === draft ? toRefusalMessages(actionData) : []}
          loadError={getLoadFailureMessage('lineup', fetchError)}
        />
        {!actionData && <ClosedRoundMessage closedTitle={view.closedTitle} shown={current} />}
        <Form
          method="post"
          action={toDraftUrl({ ...draft, codes }, rounds)}
          id="lineup"
          className="wrap grid side"
          onSubmit={submit}
        >
          <button type="submit" name="intent" value="keep" hidden>
            Keep
          </button>
          <input type="hidden" name="season" value={view.season} />
          <input type="hidden" name="round" value={draft.roundNumber} />
          <input type="hidden" name="order" value={codes.join('.')} />
          {draft.details && <input type="hidden" name="details" value={draft.details} />}
          {draft.details && draft.focus && <input type="hidden" name="focus" value={draft.focus} />}
          {draft.switchTo !== null && <input type="hidden" name="switch" value={draft.switchTo} />}
          <div className="grid">
            <RoundPicker rounds={rounds} chosen={draft.roundNumber} onChoose={(n) => press(`round:${n}`)} />
            <OrderCard
              order={order}
              percentages={view.percentages}
              draft={draft}
              round={current}
              hasLater={hasLater}
              isUnsaved={hasUnsavedLineup({ codes }, stored)}
              receipt={findReceipt(view, draft.roundNumber)}
              onAlsoLater={(alsoLater) => change({ ...draft, codes, alsoLater })}
            />
          </div>
          <aside className="grid">
            <UpcomingRounds rounds={rounds} chosen={draft.roundNumber} />
            <Strategy percentages={view.percentages} />
          </aside>
        </Form>
      </Main>
      {details && <LineupDetails entry={details} draft={draft} onClose={() => press('close')} />}
      {roundToSwitch && !details && <DiscardDialog to={roundToSwitch.title} onKeep={() => press('keep')} />}
    </>
  )
}

function toRefusalMessages(actionData: LineupPageProps['actionData']): ToastMessage[] {
  if (!actionData) return []
  return 'fetchError' in actionData
    ? [getSaveFailureMessage('LINEUP_NOT_SAVED', actionData.fetchError)]
    : [getErrorMessage(actionData.problem)]
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

/** Message about a closed round, shown beside a save's flash message: the round may close right after the save. */
function ClosedRoundMessage({
  closedTitle,
  shown,
}: {
  closedTitle: string | null
  shown: LineupRound | undefined
}) {
  const isShown = shown?.isOpen === false
  const round = isShown ? shown.title : closedTitle
  if (round === null) return null
  const message = getFlashMessage({
    code: isShown ? 'round-closed-meanwhile' : 'round-closed',
    params: { round },
  })
  if (!message) return null
  return (
    <div className="wrap toasts">
      <Toast kind="bad" title={message.title} text={message.text} />
    </div>
  )
}

/** The deadline of a later round; the page header shows the next one. */
function Deadline({ round }: { round: LineupRound }) {
  if (round.isNext) return <>{round.title}.</>
  return (
    <>
      {round.title}. {round.isOpen ? 'Line-ups lock on' : 'Line-ups locked on'}{' '}
      <time dateTime={round.deadline.iso}>{round.deadline.text}</time>.
    </>
  )
}

/** The rounds from the server; a round whose deadline passes is closed at once, and the draft stays visible. */
function useRounds({ rounds, next }: LineupView): readonly LineupRound[] {
  const hasClosed = useHasRoundClosed(next)
  return hasClosed
    ? rounds.map((round) => (round.isNext ? { ...round, isOpen: false, isNext: false } : round))
    : rounds
}

function findReceipt({ receipts }: LineupView, roundNumber: number): ReceiptView | undefined {
  return receipts.find(({ rounds }) => rounds.some((round) => round.roundNumber === roundNumber))
}

function findStoredOrder(rounds: readonly LineupRound[], roundNumber: number): readonly string[] {
  return rounds.find((round) => round.roundNumber === roundNumber)?.stored ?? []
}

function toDraftUrl(draft: LineupDraft, rounds: readonly LineupRound[]): string {
  return `/game/lineup?${lineupDraftToQuery(draft, findStoredOrder(rounds, draft.roundNumber))}`
}

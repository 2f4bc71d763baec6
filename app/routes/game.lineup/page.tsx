import { Form } from '@remix-run/react'
import { hasUnsavedLineup } from '#app/game/lineup/lineup-draft.ts'
import { nameRound } from '#app/game/season/round-name.ts'
import { pickEntriesByCode } from '#app/game/team/team.ts'
import { TitledCard } from '#app/ui/data/card.tsx'
import { Announcement } from '#app/ui/feedback/announcement.tsx'
import type { FetchErrorCode } from '#app/ui/feedback/fetch-error.ts'
import { Toasts } from '#app/ui/feedback/toasts.tsx'
import { Button, IconButton } from '#app/ui/forms/button.tsx'
import { Dialog } from '#app/ui/forms/dialog.tsx'
import { LeftDraftNotice } from '#app/ui/forms/unsaved-changes.tsx'
import { EntryDetails } from '#app/ui/game/entry-details.tsx'
import { Share } from '#app/ui/game/position.tsx'
import { SavedBadge } from '#app/ui/game/receipt.tsx'
import { RoundList } from '#app/ui/game/round-list.tsx'
import { useHydrated } from '#app/ui/hooks/use-hydrated.ts'
import { columns } from '#app/ui/layout/columns.ts'
import { Container } from '#app/ui/layout/container.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { PageHeader } from '#app/ui/layout/page-header.tsx'
import {
  getLoadFailureMessage,
  getSaveFailureMessage,
  type ToastMessage,
} from '#app/ui/messages/error-messages.ts'
import type { LineupRound, LineupView } from './load.server.ts'
import { OrderCard } from './order-card.tsx'
import { SaveBar } from './save-bar.tsx'
import { type LineupActionData, useLineupDraft } from './use-lineup-draft.ts'

interface LineupPageProps {
  view: LineupView
  /** Why the last load failed: `view` is the page before it. */
  fetchError?: FetchErrorCode | null
  actionData?: LineupActionData | undefined
}

/** Line-up Management (spec 2): one form that carries the whole draft (D16), rounds included (D22). */
export function LineupPage({ view, fetchError = null, actionData }: LineupPageProps) {
  const form = useLineupDraft(view, actionData)
  const { draft, round, rounds, press } = form
  const isHydrated = useHydrated()
  const details = view.entries.find((entry) => entry.code === draft.details)
  const roundToSwitch = rounds.find((each) => each.roundNumber === draft.switchTo && each.isOpen)
  return (
    <Form method="post" action={form.url} id="lineup" className="contents" onSubmit={form.submit}>
      <Main className="pb-0" inert={(details !== undefined || roundToSwitch !== undefined) && !isHydrated}>
        {/* The form's first button is what Enter presses. */}
        <button type="submit" name="intent" value="keep" hidden>
          Keep this draft
        </button>
        <PageHeader
          title="Line-up Management"
          countries={pickEntriesByCode(view.entries, draft.codes).map((entry) => ({
            ...entry,
            show: round?.shows[entry.code]?.state,
          }))}
          next={view.next}
          event={view.isBack && hasUnsavedLineup(draft, form.stored) && <LeftDraftNotice />}
        />
        <Announcement>{form.announcement}</Announcement>
        <Toasts
          errors={actionData && !form.isChanged ? listErrors(actionData) : []}
          loadError={
            actionData
              ? null
              : (getLoadFailureMessage('lineup', fetchError) ?? findClosedMessage(view.closedTitle, round))
          }
        />
        <input type="hidden" name="season" value={view.season} />
        <input type="hidden" name="round" value={draft.roundNumber} />
        <input type="hidden" name="order" value={draft.codes.join('.')} />
        <input
          type="hidden"
          name="base"
          value={form.isOutdated ? `${draft.base} ${form.stored.join('.')}` : draft.base}
        />
        {draft.details && <input type="hidden" name="details" value={draft.details} />}
        {draft.details && draft.focus && <input type="hidden" name="focus" value={draft.focus} />}
        {draft.switchTo !== null && <input type="hidden" name="switch" value={draft.switchTo} />}
        <Container className={columns.side}>
          <OrderCard view={view} form={form} />
          <div className="grid gap-gap">
            <UpcomingRounds rounds={rounds} chosen={draft.roundNumber} />
            <Strategy percentages={view.percentages} />
          </div>
        </Container>
        <SaveBar entries={view.entries} form={form} />
      </Main>
      {details && (
        <EntryDetails
          entry={details}
          isPlaying={draft.isPlaying}
          onClose={() => press('close')}
          footer={
            <Button name="intent" value="close">
              Close
            </Button>
          }
        />
      )}
      {roundToSwitch && round && !details && (
        <DiscardDialog title={round.title} onKeep={() => press('keep')} />
      )}
    </Form>
  )
}

/** The Lineup Strategy card: the share per position, and tips. */
function Strategy({ percentages }: { percentages: readonly number[] }) {
  return (
    <TitledCard id="lineup-strategy" title="Lineup Strategy">
      <ol className="flex flex-wrap gap-1" aria-label="Share of the points per position">
        {percentages.map((percent, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a position is its index
          <li key={index}>
            <span className="sr-only">Position {index + 1} </span>
            <Share percent={percent} isFirst={index === 0} className="max-xs:px-[0.25rem] lg:px-[0.2rem]" />
          </li>
        ))}
      </ol>
      <p className="text-muted text-sm">
        Put your favourite first: it counts in full. Reaching the final earns 50 points, whatever the
        position.
      </p>
    </TitledCard>
  )
}

/** The Upcoming Rounds card: open rounds come first and are buttons of the draft form (D22), past ones show their state. */
function UpcomingRounds({ rounds, chosen }: { rounds: readonly LineupRound[]; chosen: number }) {
  const openFirst = [...rounds.filter(({ isOpen }) => isOpen), ...rounds.filter(({ isOpen }) => !isOpen)]
  return (
    <TitledCard id="upcoming-rounds" title="Upcoming Rounds">
      <RoundList
        rounds={openFirst}
        renderOpen={(round) => <SavedBadge {...round} />}
        renderTitle={({ roundNumber, title, isOpen }) =>
          isOpen ? (
            <button
              type="submit"
              className="-my-[0.6rem] inline-flex min-h-11 items-center text-left font-bold underline decoration-[0.08em] underline-offset-[0.2em] hover:decoration-[0.16em] aria-[current]:text-spot-ink aria-[current]:decoration-[0.2em]"
              name="intent"
              value={`round:${roundNumber}`}
              aria-current={roundNumber === chosen ? 'true' : undefined}
            >
              {title}
            </button>
          ) : (
            <b>{title}</b>
          )
        }
      />
    </TitledCard>
  )
}

/** Confirmation before leaving the round of that title with unsaved changes (D22). Both buttons send the draft. */
function DiscardDialog({ title, onKeep }: { title: string; onKeep: () => void }) {
  const footer = (
    <>
      <Button variant="bad" name="intent" value="discard">
        Discard
      </Button>
      <Button name="intent" value="keep">
        Keep editing
      </Button>
    </>
  )
  const close = <IconButton icon="x" label="Close" name="intent" value="keep" />
  return (
    <Dialog title="Unsaved Changes" close={close} onClose={onKeep} footer={footer}>
      <p>Your new order for the {nameRound(title)} will be lost.</p>
      <p>You have unsaved changes. Do you want to discard them?</p>
    </Dialog>
  )
}

function listErrors(actionData: LineupActionData): readonly ToastMessage[] {
  return 'fetchError' in actionData
    ? [getSaveFailureMessage('LINEUP_NOT_SAVED', actionData.fetchError)]
    : actionData.errors
}

/** Message about a closed round, shown beside a save's flash message: the round may close right after the save. */
function findClosedMessage(closedTitle: string | null, shown: LineupRound | undefined): ToastMessage | null {
  const isShown = shown?.isOpen === false
  const round = isShown ? shown.title : closedTitle
  if (round === null) return null
  const text = isShown
    ? `The deadline for the ${nameRound(round)} has passed while you were here. What you saved counts.`
    : `The deadline for the ${nameRound(round)} has passed. Here is the next one.`
  return { title: 'This round is closed', text }
}

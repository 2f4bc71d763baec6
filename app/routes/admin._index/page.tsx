import { equalsPoints } from '#app/game/scoring/scores-draft.ts'
import { Toasts } from '#app/ui/feedback/toasts.tsx'
import { AdminHeader } from '#app/ui/layout/admin-header.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { MailCard } from './mail-card.tsx'
import { RoundPicker } from './round-picker.tsx'
import { ScoresCard } from './scores-card.tsx'
import { ShowNightChecklist } from './show-night-checklist.tsx'
import type { AdminView, RefusedScores, ScoreInput } from './view.ts'

interface AdminPageProps {
  view: AdminView
  refused?: RefusedScores | undefined
}

/** The admin's score desk (spec 2). It ships no script: every button submits a form (D20). */
export function AdminPage({ view, refused }: AdminPageProps) {
  const inputs = view.inputs.map((input) => (refused ? toTypedInput(input, refused) : input))
  return (
    <Main>
      <AdminHeader totals={view.totals} section="scores" />
      <Toasts errors={refused ? [refused] : []} />
      <div className="wrap grid side side-led">
        <RoundPicker rounds={view.rounds} chosen={view.round.roundNumber} />
        <div>
          <ScoresCard
            view={view}
            inputs={inputs}
            version={refused?.conflict?.version ?? view.version}
            note={noteOf(view, refused)}
            noteError={refused?.noteError ?? null}
            isUnsaved={
              view.isUnsaved || inputs.some((input, index) => input.typed !== view.inputs[index]?.typed)
            }
          />
        </div>
        <aside className="grid">
          <ShowNightChecklist />
          <MailCard mails={view.mails} />
        </aside>
      </div>
    </Main>
  )
}

/** The note field is shown for an unpublished correction, and while a typed note is refused. */
function noteOf({ note }: AdminView, refused: RefusedScores | undefined): string | null {
  return refused?.note || refused?.noteError ? refused.note : note
}

function toTypedInput(input: ScoreInput, { typed, errors, conflict }: RefusedScores): ScoreInput {
  const text = typed[input.code] ?? input.typed
  const stored = conflict?.stored[input.code]
  return {
    ...input,
    typed: text,
    error: errors[input.code] ?? null,
    storedNow: stored !== undefined && !equalsPoints(text, stored) ? stored : null,
  }
}

import { equalsPoints } from '#app/game/scoring/scores-draft.ts'
import { Card, CardTitle } from '#app/ui/data/card.tsx'
import { IconList } from '#app/ui/data/icon-list.tsx'
import { Toasts } from '#app/ui/feedback/toasts.tsx'
import { Button } from '#app/ui/forms/button.tsx'
import { FieldWithButton, SelectField } from '#app/ui/forms/field.tsx'
import { AdminHeader } from '#app/ui/layout/admin-header.tsx'
import { columns } from '#app/ui/layout/columns.ts'
import { Container } from '#app/ui/layout/container.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { MailCard } from './mail-card.tsx'
import { ScoresCard } from './scores-card.tsx'
import type { AdminRound, AdminView, RefusedScores, ScoreInput } from './view.ts'

interface AdminPageProps {
  view: AdminView
  refused?: RefusedScores | undefined
}

/** The admin's score page (spec 2). It ships no script: every button submits a form (D20). */
export function AdminPage({ view, refused }: AdminPageProps) {
  const inputs = view.inputs.map((input) => (refused ? toTypedInput(input, refused) : input))
  return (
    <Main>
      <AdminHeader totals={view.totals} section="scores" />
      <Toasts errors={refused ? [refused] : []} />
      <Container className={`${columns.side} lg:grid-rows-[auto_1fr]`}>
        {/* It filters the main content: first in the source, and at the top of the side column. */}
        <RoundPicker rounds={view.rounds} chosen={view.round.roundNumber} />
        <div className="lg:col-start-1 lg:row-span-2 lg:row-start-1">
          <ScoresCard
            view={view}
            inputs={inputs}
            version={refused?.conflict?.version ?? view.version}
            note={chooseNote(view, refused)}
            noteError={refused?.noteError ?? null}
            isUnsaved={
              view.isUnsaved || inputs.some((input, index) => input.typed !== view.inputs[index]?.typed)
            }
          />
        </div>
        <aside className="grid gap-gap">
          <ShowNightChecklist />
          <MailCard mails={view.mails} />
        </aside>
      </Container>
    </Main>
  )
}

/** The note field is shown for an unpublished correction, and while a typed note is refused. */
function chooseNote({ note }: AdminView, refused: RefusedScores | undefined): string | null {
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

/** The round selector of the score page: a GET form, every round can be chosen. */
function RoundPicker({ rounds, chosen }: { rounds: readonly AdminRound[]; chosen: number }) {
  return (
    <Card pad label="Choose a round" className="lg:col-start-2 print:hidden">
      <form method="get" action="/admin">
        <FieldWithButton>
          <SelectField id="round" name="round" label="Round" defaultValue={chosen}>
            {rounds.map((round) => (
              <option key={round.roundNumber} value={round.roundNumber}>
                {round.title}
              </option>
            ))}
          </SelectField>
          <Button variant="line" size="field">
            Show
          </Button>
        </FieldWithButton>
      </form>
    </Card>
  )
}

/** The admin's steps on show night, in order. */
function ShowNightChecklist() {
  return (
    <Card pad labelledBy="work-order">
      <CardTitle id="work-order">Order of work</CardTitle>
      <IconList icon="check" className="mt-[0.6rem]">
        {'Save player scores. Nothing is public yet; an empty input counts as 0.'}
        {'Compute team scores. Rankings change for everyone at once.'}
        {'A wrong number? Correct it, save and compute again: the old result is replaced.'}
      </IconList>
    </Card>
  )
}

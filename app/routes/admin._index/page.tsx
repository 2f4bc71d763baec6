import { describeWrongScore } from '#app/game/scoring/scores-draft.ts'
import { Card, CardTitle } from '#app/ui/data/card.tsx'
import { IconList } from '#app/ui/data/icon-list.tsx'
import { FieldLinks } from '#app/ui/feedback/field-links.tsx'
import { Toasts } from '#app/ui/feedback/toasts.tsx'
import { AdminHeader } from '#app/ui/layout/admin-header.tsx'
import { columns } from '#app/ui/layout/columns.ts'
import { Container } from '#app/ui/layout/container.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { useRootData } from '#app/ui/root-data.ts'
import type { RefusedScores } from './actions.server.ts'
import type { AdminView } from './load.server.ts'
import { MailCard } from './mail-card.tsx'
import { type ScoreInput, ScoresCard, toScoreInput } from './scores-card.tsx'

/** The admin's score page (spec 2). It ships no script: every button submits a form (D20). */
export function AdminPage({ view, refused }: { view: AdminView; refused?: RefusedScores | undefined }) {
  const flash = useRootData()?.flash
  const inputs = view.inputs.map((input) => toScoreInput(input, refused))
  return (
    <Main>
      <AdminHeader totals={view.totals} section="scores" />
      {(flash || refused?.text) && (
        <div
          className="order-first mx-auto w-full max-w-wrap -outline-offset-3"
          id="result"
          tabIndex={-1}
          {...{ autoFocus: !refused }}
          data-toasts
        >
          <Toasts errors={refused?.text ? [toMessage(refused, inputs)] : []} />
        </div>
      )}
      <Container className={columns.side}>
        <ScoresCard
          view={view}
          inputs={inputs}
          version={refused?.conflict?.version ?? view.version}
          note={chooseNote(view, refused)}
          refused={refused}
          isUnsaved={
            view.isUnsaved || inputs.some((input, index) => input.typed !== view.inputs[index]?.typed)
          }
        />
        <div className="grid gap-gap">
          <ShowNightChecklist />
          <MailCard mails={view.mails} />
        </div>
      </Container>
    </Main>
  )
}

/** What was refused, with a link to each field that is wrong; the sentence at the field says what to enter. */
function toMessage({ title, text, errors, noteError }: RefusedScores, inputs: readonly ScoreInput[]) {
  if (noteError) return { title, text: <FieldLinks fields={[{ id: 'note', text: 'Public note' }]} /> }
  const wrong = inputs
    .filter(({ code }) => errors[code])
    .map(({ code, country, typed }) => ({ id: `score-${code}`, text: describeWrongScore(country, typed) }))
  return {
    title,
    text: (
      <>
        <FieldLinks fields={wrong} /> {text}
      </>
    ),
  }
}

/** The note field is shown for an unpublished correction, and while a typed note is refused. */
function chooseNote({ note }: AdminView, refused: RefusedScores | undefined): string | null {
  return refused?.note || refused?.noteError ? refused.note : note
}

/** The admin's steps on show night, in order. */
function ShowNightChecklist() {
  return (
    <Card pad labelledBy="work-order">
      <CardTitle id="work-order">Order of work</CardTitle>
      <IconList icon="check" className="mt-[0.6rem]">
        {'Save player scores; Enter saves, too. An empty field counts as 0, and nothing is public yet.'}
        {'Publish live as often as you like: pages show the points as not official.'}
        {'Compute team scores. Rankings change for everyone at once.'}
        {'A wrong number? Correct it, save and compute again.'}
      </IconList>
    </Card>
  )
}

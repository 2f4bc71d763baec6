import { Form } from '@remix-run/react'
import { Badge } from '#app/ui/data/badge.tsx'
import {
  type FetchError,
  type FetchErrorCode,
  getFetchErrorText,
  isFetchError,
} from '#app/ui/feedback/fetch-error.ts'
import { FieldLinks } from '#app/ui/feedback/field-links.tsx'
import { Toasts } from '#app/ui/feedback/toasts.tsx'
import { Button } from '#app/ui/forms/button.tsx'
import { LiveBadge } from '#app/ui/game/live-badge.tsx'
import { Container } from '#app/ui/layout/container.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import { DeskBar } from './desk-bar.tsx'
import { FinalRows } from './final-rows.tsx'
import { PasteField } from './paste-field.tsx'
import { SemiFinalRows } from './semi-final-rows.tsx'
import { type Desk, useDesk } from './use-desk.ts'
import { DESK_FORM, type DeskView, type RefusedDesk } from './view.ts'

interface DeskPageProps {
  view: DeskView
  fetchError: FetchErrorCode | null
  actionData: RefusedDesk | FetchError | undefined
}

/** The desk of one round on show night (D10). Every press submits the form, with script in place. */
export function DeskPage({ view: loaded, fetchError, actionData }: DeskPageProps) {
  const [refusal, failed] = isFetchError(actionData) ? [undefined, actionData] : [actionData, undefined]
  const desk = useDesk(loaded, refusal, failed)
  const { view, refused } = desk
  const { round, isOfficial } = view
  const { pasted, textWas } = desk.kept
  const failure = failed?.fetchError ?? fetchError
  return (
    <Form
      id={DESK_FORM}
      className="contents"
      method="post"
      action={`/admin/desk?round=${round.roundNumber}${view.isPasting ? '&way=paste' : ''}`}
      noValidate
      replace
      preventScrollReset
      onSubmit={desk.submit}
    >
      {round.isFinal && !view.isPasting && (
        // Enter presses the first button of the form.
        <button type="submit" name="intent" value="enter" hidden disabled={isOfficial}>
          Save
        </button>
      )}
      <input type="hidden" name="season" value={view.season} />
      <input type="hidden" name="round" value={round.roundNumber} />
      <input type="hidden" name="version" value={view.version} />
      {!view.isPasting && pasted !== '' && <input type="hidden" name="kept" value={pasted} />}
      {(view.isPasting || pasted !== '') && <input type="hidden" name="textWas" value={textWas} />}
      <Main className="pb-0">
        <Toasts
          signIn={
            <Button variant="line" name="way" value={view.isPasting ? 'paste' : 'fields'}>
              Sign in here
            </Button>
          }
          errors={refused?.text && !refused.reading ? [toMessage(view, refused)] : []}
          loadError={failure && { title: 'No answer', text: `${getFetchErrorText(failure)}. ${retryText}` }}
        />
        <Container className="max-w-184">
          <DeskHeader desk={desk} />
          <DeskContent desk={desk} />
        </Container>
        <DeskBar desk={desk} />
      </Main>
    </Form>
  )
}

/** Points that are stored already, a song that is counted and what is published stay as they are when they come once more. */
const retryText = 'What you entered is still here. Press again: it is stored only once.'

function DeskContent({ desk }: { desk: Desk }) {
  const { view } = desk
  if (!view.round.isFinal) return <SemiFinalRows view={view} />
  return view.isPasting ? <PasteField desk={desk} /> : <FinalRows desk={desk} />
}

/** What was refused, with a link to each field that is wrong; the sentence at the field says what to enter. */
function toMessage({ rows }: DeskView, { title, text, errors }: RefusedDesk) {
  const wrong = rows
    .filter(({ code }) => errors[code])
    .map(({ code, country }) => ({ id: `points-${code}`, text: country }))
  return {
    title,
    text: (
      <>
        <FieldLinks fields={wrong} /> {text}
      </>
    ),
  }
}

function DeskHeader({ desk: { view, tally } }: { desk: Desk }) {
  const { round, live, isOfficial, outOf, last } = view
  return (
    <header className="pt-4">
      <div className="flex items-end justify-between gap-4">
        <div>
          {isOfficial ? <Badge tone="ok">Official</Badge> : <LiveBadge live={live} />}
          <h1 className="mt-2 text-[2.75rem] max-2xs:text-[2.25rem]">{round.title}</h1>
        </div>
        <p
          translate="no"
          className="num whitespace-nowrap text-[4.5rem] leading-[0.86] max-2xs:text-[3.25rem]"
        >
          {tally.count}
          <small className="text-[0.35em] text-muted">
            {' '}
            of {outOf}
            <span className="sr-only">{round.isFinal ? ' have points' : ' through'}</span>
          </small>
        </p>
      </div>
      <p className="flex flex-wrap items-center justify-between gap-x-4 text-muted text-sm">
        <span>
          {last ? (
            <>
              Last: {last.text}, <time dateTime={last.at.iso}>{last.at.text}</time>
            </>
          ) : (
            'Nothing was entered yet.'
          )}
        </span>{' '}
        <TextLink href={`/admin?round=${round.roundNumber}`}>Score page</TextLink>
      </p>
      <Songs view={view} />
      {round.isFinal && !isOfficial && <Ways view={view} />}
    </header>
  )
}

/** The ways to enter. They are presses of the form: what is not saved yet is kept by the other way. */
function Ways({ view: { rows, isPasting } }: { view: DeskView }) {
  return (
    <nav className="flex flex-wrap gap-x-6 print:hidden" aria-label="Way to enter">
      {['fields', 'paste'].map((value) => (
        <button
          key={value}
          type="submit"
          name="way"
          value={value}
          className="min-h-11 min-w-11 font-[650] forced-colors:aria-[current=page]:border-b-3 aria-[current=page]:[box-shadow:inset_0_-3px_var(--spot-ink)]"
          aria-current={isPasting === (value === 'paste') ? 'page' : undefined}
        >
          {value === 'paste' ? 'Paste' : `${rows.length} fields `}
        </button>
      ))}
    </nav>
  )
}

/** The song that is on stage, and the press for the next one. */
function Songs({ view: { songs, pressed } }: { view: DeskView }) {
  if (!songs) return null
  const { begun, count, text, country } = songs
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-t py-2">
      <p className="min-w-28 flex-1 text-sm">
        {text} <b>{country}</b>
      </p>
      <div className="flex gap-2">
        {begun > 0 && (
          <Button variant="line" name="songs" value={`${begun}:${begun - 1}`}>
            Back
          </Button>
        )}
        {begun <= count && (
          <Button
            variant="ink"
            name="songs"
            value={`${begun}:${begun + 1}`}
            {...{ autoFocus: pressed === 'song' }}
          >
            {begun === count ? 'Last song over' : 'Next song'}
          </Button>
        )}
      </div>
    </div>
  )
}

import { NOTE_LIMIT } from '#app/game/scoring/publication.ts'
import { equalsPoints } from '#app/game/scoring/scores-draft.ts'
import { Flag } from '#app/ui/art/flag.tsx'
import { Icon } from '#app/ui/art/icon.tsx'
import { Badge } from '#app/ui/data/badge.tsx'
import { Card } from '#app/ui/data/card.tsx'
import { Button } from '#app/ui/forms/button.tsx'
import { FieldError, getControlClass, TextField, TitleSelect } from '#app/ui/forms/field.tsx'
import { stickyLook } from '#app/ui/forms/sticky-bar.tsx'
import { Summary, TextLink } from '#app/ui/navigation/text-link.tsx'
import type { RefusedScores } from './actions.server.ts'
import type { AdminView } from './load.server.ts'

export type ScoreInput = ReturnType<typeof toScoreInput>

/** A country's input, with what was typed and refused. `storedNow`: the stored points, when another admin changed them meanwhile. */
export function toScoreInput(input: AdminView['inputs'][number], refused: RefusedScores | undefined) {
  const typed = refused?.typed[input.code] ?? input.typed
  const stored = refused?.conflict?.stored[input.code]
  const storedNow = stored !== undefined && !equalsPoints(typed, stored) ? stored : null
  return { ...input, typed, error: refused?.errors[input.code] ?? null, storedNow }
}

interface ScoresCardProps {
  view: AdminView
  inputs: readonly ScoreInput[]
  version: number
  isUnsaved: boolean
  /** Null without a correction. */
  note: string | null
  refused: RefusedScores | undefined
}

/** One numeric input per country. */
export function ScoresCard({ view, inputs, version, isUnsaved, note, refused }: ScoresCardProps) {
  const absent = inputs.filter(({ isInShow }) => !isInShow)
  const focused = findFocused(inputs)
  return (
    <Card labelledBy="round-scores">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-b px-gap py-2">
        <h2 className="sr-only print:not-sr-only" id="round-scores">
          {view.round.title}
        </h2>
        <RoundPicker rounds={view.rounds} chosen={view.round.roundNumber} />
      </div>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 px-gap">
        {isUnsaved ? <Badge tone="warn">Unsaved Changes</Badge> : <RoundBadge state={view.round.state} />}
        <TextLink href={`/admin/desk?round=${view.round.roundNumber}`}>Desk for show night</TextLink>
      </div>
      <form method="post" action={`/admin?index&round=${view.round.roundNumber}`} noValidate>
        <button type="submit" name="intent" value="enter" hidden>
          Save
        </button>
        <input type="hidden" name="season" value={view.season} />
        <input type="hidden" name="round" value={view.round.roundNumber} />
        <input type="hidden" name="version" value={version} />
        <Scores inputs={inputs.filter(({ isInShow }) => isInShow)} focused={focused} />
        {absent.length > 0 && (
          <details className="border-line border-t px-gap" open={absent.some(({ code }) => code === focused)}>
            <Summary>Not in this show: {absent.length}</Summary>
            <Scores inputs={absent} focused={focused} />
          </details>
        )}
        {note !== null && (
          <div className="p-gap">
            <TextField
              id="note"
              label="Public note"
              help="What was wrong? Everybody sees it beside the results."
              error={refused?.noteError ?? null}
              name="note"
              defaultValue={note}
              maxLength={NOTE_LIMIT}
              autoComplete="off"
            />
          </div>
        )}
        {view.canFill && (
          <p className="px-gap pb-4">
            <Button variant="line" name="intent" value="fill">
              Fill with real results
            </Button>
          </p>
        )}
        <ScoresBar view={view} ask={refused?.ask} />
      </form>
    </Card>
  )
}

function ScoresBar({ view, ask }: { view: AdminView; ask: RefusedScores['ask'] | undefined }) {
  const { canPublishLive } = view
  return (
    <div
      className={`${stickyLook} flex flex-wrap gap-x-4 gap-y-2 rounded-b-lg px-gap py-4 max-md:grid max-md:grid-cols-2 max-md:gap-2 max-md:py-[0.6rem] max-md:[&>*]:px-2 max-md:[&_svg]:hidden`}
    >
      {ask && (
        <p
          className="basis-full max-md:col-span-2"
          id="ask"
          role="alert"
          tabIndex={-1}
          {...{ autoFocus: true }}
        >
          {ask.text}
          <input type="hidden" name="confirmed" value={ask.confirmed} />
        </p>
      )}
      {canPublishLive && (
        <Button variant="spot" name="intent" value="live" className="max-md:col-span-2">
          Save and publish live
        </Button>
      )}
      <Button variant={canPublishLive ? 'line' : 'spot'} name="intent" value="save">
        Save Player Scores
      </Button>
      <Button variant="line" icon="calculator" name="intent" value="compute">
        Compute Team Scores
      </Button>
    </div>
  )
}

/** The country whose field gets the focus: the first that is wrong or changed meanwhile, or that of the last Enter. */
function findFocused(inputs: readonly ScoreInput[]): string | undefined {
  const refused = inputs.find(({ error, storedNow }) => error !== null || storedNow !== null)
  return (refused ?? inputs.find(({ isSavedByEnter }) => isSavedByEnter))?.code
}

/** The round selector of the score page: a GET form, every round can be chosen. */
function RoundPicker({ rounds, chosen }: { rounds: AdminView['rounds']; chosen: number }) {
  return (
    <form className="flex items-center gap-2" method="get" action="/admin">
      <TitleSelect id="round" name="round" label="Round" defaultValue={chosen}>
        {rounds.map((round) => (
          <option key={round.roundNumber} value={round.roundNumber}>
            {round.title}
          </option>
        ))}
      </TitleSelect>
      <Button variant="line">Show</Button>
    </form>
  )
}

function RoundBadge({ state }: Pick<AdminView['round'], 'state'>) {
  if (state === 'computed') return <Badge tone="ok">Computed</Badge>
  if (state === 'changed') return <Badge tone="warn">Saved, not published</Badge>
  if (state === 'live') return <Badge tone="line">Live, not official</Badge>
  if (state === 'saved') return <Badge tone="ok">Saved</Badge>
  return <Badge icon="clock">{state === 'open' ? 'Not started yet' : 'No scores yet'}</Badge>
}

function Scores({ inputs, focused }: { inputs: readonly ScoreInput[]; focused: string | undefined }) {
  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,19rem),1fr))] gap-x-8 px-gap pb-4">
      {inputs.map((input) => (
        <Score key={input.code} input={input} isFocused={input.code === focused} />
      ))}
    </div>
  )
}

function Score({ input, isFocused }: { input: ScoreInput; isFocused: boolean }) {
  const id = `score-${input.code}`
  const errorId = `${id}-error`
  const noteId = `${id}-stored`
  const described = [input.error && errorId, input.storedNow !== null && noteId].filter(Boolean).join(' ')
  return (
    <div className="grid content-start gap-2 border-line border-b py-[0.55rem]">
      <div className="flex items-center gap-x-[0.8rem]">
        <Flag code={input.code} />
        <span className="min-w-0 flex-1">
          <label className="block font-bold" htmlFor={id}>
            {input.country}
          </label>{' '}
          {input.isSavedByEnter ? (
            <span className="flex items-center gap-1 text-ok text-sm/[1.35]" role="status">
              <Icon name="check" className="size-4" />
              Saved
            </span>
          ) : (
            <span translate="no" className="wrap-anywhere block text-muted text-sm/[1.35]">
              {input.artist}
            </span>
          )}
        </span>{' '}
        <input
          className={getControlClass('number')}
          id={id}
          name={id}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={input.typed}
          {...{ autoFocus: isFocused }}
          aria-invalid={input.error ? true : undefined}
          aria-describedby={described || undefined}
        />
      </div>
      {input.error && <FieldError id={errorId}>{input.error}</FieldError>}
      {input.storedNow !== null && (
        <p className="text-sm" id={noteId}>
          Stored now: <b>{input.storedNow}</b>
        </p>
      )}
    </div>
  )
}

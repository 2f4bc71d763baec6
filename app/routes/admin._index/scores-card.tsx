import { NOTE_LIMIT } from '#app/game/scoring/publication.ts'
import { Flag } from '#app/ui/art/flag.tsx'
import { classes } from '#app/ui/classes.ts'
import { Badge } from '#app/ui/data/badge.tsx'
import { Card, CardFooter, CardHeader } from '#app/ui/data/card.tsx'
import { Button } from '#app/ui/forms/button.tsx'
import { FieldError, getControlClass, TextField } from '#app/ui/forms/field.tsx'
import { saveBarLook, stickySaveBarLook } from '#app/ui/forms/save-bar.ts'
import type { AdminRound, AdminView, ScoreInput } from './view.ts'

interface ScoresCardProps {
  view: AdminView
  inputs: readonly ScoreInput[]
  version: number
  isUnsaved: boolean
  /** Null without a correction. */
  note: string | null
  noteError: string | null
}

/** One numeric input per country, and the two buttons. */
export function ScoresCard({ view, inputs, version, isUnsaved, note, noteError }: ScoresCardProps) {
  return (
    <Card labelledBy="round-scores">
      <CardHeader id="round-scores" title={view.round.title}>
        {isUnsaved ? <Badge tone="warn">Unsaved Changes</Badge> : <RoundBadge state={view.round.state} />}
      </CardHeader>
      <form method="post" action={`/admin?index&round=${view.round.roundNumber}`} noValidate>
        <button type="submit" name="intent" value="keep" hidden>
          Keep
        </button>
        <input type="hidden" name="season" value={view.season} />
        <input type="hidden" name="round" value={view.round.roundNumber} />
        <input type="hidden" name="version" value={version} />
        <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,19rem),1fr))] gap-x-8 px-gap pt-2 pb-4">
          {inputs.map((input) => (
            <Score key={input.code} input={input} />
          ))}
        </div>
        {note !== null && (
          <div className="p-gap">
            <TextField
              label="Public note"
              help="What was wrong? Everybody reads it beside the results."
              error={noteError}
              name="note"
              defaultValue={note}
              maxLength={NOTE_LIMIT}
              autoComplete="off"
            />
          </div>
        )}
        <CardFooter className={classes(saveBarLook, stickySaveBarLook, 'max-lg:rounded-b-lg')}>
          <Button className="max-lg:flex-1" variant="spot" name="intent" value="save">
            Save Player Scores
          </Button>
          <Button className="max-lg:flex-1" variant="line" icon="calculator" name="intent" value="compute">
            Compute Team Scores
          </Button>
          {view.canFill && (
            <Button className="max-lg:flex-1" variant="line" name="intent" value="fill">
              Fill with real results
            </Button>
          )}
        </CardFooter>
      </form>
    </Card>
  )
}

function RoundBadge({ state }: { state: AdminRound['state'] }) {
  if (state === 'computed') return <Badge tone="ok">Computed</Badge>
  if (state === 'saved') return <Badge tone="ok">Saved</Badge>
  return <Badge icon="clock">{state === 'open' ? 'Not started yet' : 'No scores yet'}</Badge>
}

function Score({ input }: { input: ScoreInput }) {
  const id = `score-${input.code}`
  const errorId = `${id}-error`
  const noteId = `${id}-stored`
  const described = [input.error && errorId, input.storedNow !== null && noteId].filter(Boolean).join(' ')
  return (
    <div className="grid content-start gap-2 border-line border-b py-[0.7rem]">
      <div className="flex items-center gap-x-[0.8rem]">
        <Flag code={input.code} />
        <div className="min-w-0 flex-1">
          <label className="block font-bold" htmlFor={id}>
            {input.country}
          </label>
          <span className="wrap-anywhere block text-muted text-sm/[1.35]">{input.artist}</span>
        </div>
        <input
          className={getControlClass('number')}
          id={id}
          name={id}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={input.typed}
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

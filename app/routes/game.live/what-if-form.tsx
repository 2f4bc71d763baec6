import { isLampOff } from '#app/game/season/show-state.ts'
import type { LiveView } from '#app/server/live/live-view.server.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { SelectField, TextField } from '#app/ui/forms/field.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'

/** Points that are worth asking about: those of a country that does well in the final. */
const askedInFinal = '300'

/**
 * Leads to the what-if page with one of the own countries, in a semi-final one that is neither through nor out yet: a plain form.
 * Without one a link leads there.
 */
export function WhatIfForm({ view: { lines, chances, round } }: { view: LiveView }) {
  const open = lines
    .filter(({ show }) => !isLampOff(show.state) && show.state !== 'through')
    .map(({ entry }) => entry)
  const decisive = chances?.kind === 'final' ? chances.entry : chances?.rungs[0]
  if (open.length === 0) return <TextLink href="/game/what-if">What if …</TextLink>
  const points = { id: 'what-if-points', name: 'points' }
  return (
    <form method="get" action="/game/what-if" className="flex flex-wrap items-end gap-3 print:hidden">
      <div className="min-w-28 flex-1">
        <SelectField id="what-if" name="country" label="What if" defaultValue={decisive?.code}>
          {open.map(({ code, country }) => (
            <option key={code} value={code}>
              {country}
            </option>
          ))}
        </SelectField>
      </div>
      {round.isSemiFinal ? (
        <div className="w-38">
          <SelectField {...points} label="is">
            <ThroughOptions />
          </SelectField>
        </div>
      ) : (
        <div className="w-17">
          <TextField
            {...points}
            label="gets"
            defaultValue={askedInFinal}
            inputMode="numeric"
            autoComplete="off"
          />
        </div>
      )}
      <Button variant="line" size="field">
        Show
      </Button>
    </form>
  )
}

/** What a country can have in a semi-final: the values are its points (D3). */
export function ThroughOptions() {
  return (
    <>
      {/* `qualifierPoints`: importing it makes a chunk of its own, which the desk then loads, too. */}
      <option value="50">Through</option>
      <option value="0">Not through</option>
    </>
  )
}

import { isLampOff } from '#app/game/season/show-state.ts'
import type { LiveView } from '#app/server/live/live-view.server.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { SelectField, TextField } from '#app/ui/forms/field.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'

/** Points that are worth asking about: those of a qualifier, and of a country that does well in the final. */
const asked = { semiFinal: '50', final: '300' }

/** Leads to the what-if page with one of the own countries in this show: a plain form. Without one a link leads there. */
export function WhatIfForm({ view: { lines, chances, round } }: { view: LiveView }) {
  const singers = lines.filter(({ show }) => !isLampOff(show.state)).map(({ entry }) => entry)
  const decisive = chances?.kind === 'final' ? chances.entry : chances?.rungs[0]
  if (singers.length === 0) return <TextLink href="/game/what-if">What if …</TextLink>
  return (
    <form method="get" action="/game/what-if" className="flex flex-wrap items-end gap-3 print:hidden">
      <div className="min-w-28 flex-1">
        <SelectField id="what-if" name="country" label="What if" defaultValue={decisive?.code}>
          {singers.map(({ code, country }) => (
            <option key={code} value={code}>
              {country}
            </option>
          ))}
        </SelectField>
      </div>
      <div className="w-17">
        <TextField
          id="what-if-points"
          name="points"
          label="gets"
          defaultValue={round.isSemiFinal ? asked.semiFinal : asked.final}
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
      <Button variant="line" size="field">
        Show
      </Button>
    </form>
  )
}

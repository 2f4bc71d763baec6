import { hasUnsavedLineup } from '#app/game/lineup/lineup-draft.ts'
import type { Entry } from '#app/game/season/contest.ts'
import { pickEntriesByCode } from '#app/game/team/team.ts'
import { Card } from '#app/ui/data/card.tsx'
import { Button } from '#app/ui/forms/button.tsx'
import { CheckField } from '#app/ui/forms/check-field.tsx'
import { getFocusProps } from '#app/ui/forms/draft-focus.ts'
import { TitleSelect } from '#app/ui/forms/field.tsx'
import { LineupRow, MoveButton, rowDetailsLook } from '#app/ui/game/lineup-row.tsx'
import { SavedBadge } from '#app/ui/game/receipt.tsx'
import { useHydrated } from '#app/ui/hooks/use-hydrated.ts'
import { Grip, useDragging } from './dragging.tsx'
import type { LineupRound, LineupView } from './load.server.ts'
import type { LineupDraftForm } from './use-lineup-draft.ts'

/** The round, the ordered entries with their shares and buttons, and the box for later rounds. */
export function OrderCard({ view, form }: { view: LineupView; form: LineupDraftForm }) {
  const { draft, round, rounds, press } = form
  const focus = draft.details ? null : draft.focus
  const drag = useDragging(draft.codes, form.moveTo)
  return (
    <Card labelledBy="your-order">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-b px-gap py-2">
        <h2 className="sr-only print:not-sr-only" id="your-order">
          Your order
        </h2>
        <RoundPicker rounds={rounds} chosen={draft.roundNumber} onChoose={(n) => press(`round:${n}`)} />
        {round && !hasUnsavedLineup(draft, form.stored) && <SavedBadge {...round} />}
      </div>
      <ol {...drag}>
        {pickEntriesByCode(view.entries, draft.codes).map((entry, index) => (
          <LineupRow
            key={entry.code}
            entry={entry}
            position={index + 1}
            percent={view.percentages[index] ?? 0}
            show={round?.shows[entry.code]}
            grip={<Grip />}
            details={
              <button
                type="submit"
                className={rowDetailsLook}
                name="intent"
                value={`details:${entry.code}`}
                {...getFocusProps(`details:${entry.code}`, focus)}
              >
                <span className="sr-only">{`Details of ${entry.country}`}</span>
              </button>
            }
          >
            <MoveButtons entry={entry} index={index} last={draft.codes.length - 1} focus={focus} />
          </LineupRow>
        ))}
      </ol>
      {form.hasLater && (
        <div className="border-line border-t px-gap">
          <CheckField
            name="later"
            value="1"
            label="Same order for the remaining rounds"
            checked={draft.alsoLater}
            onChange={(event) => form.setAlsoLater(event.currentTarget.checked)}
          />
        </div>
      )}
    </Card>
  )
}

interface RoundPickerProps {
  rounds: readonly LineupRound[]
  chosen: number
  onChoose: (roundNumber: number) => void
}

/**
 * Where script is on, the button is there only between a choice and the start of script, or its failure: nothing moves when
 * script starts.
 */
const pickerLook =
  'flex min-w-0 flex-wrap items-center gap-2 [@media(scripting:enabled)]:[&:not(:has(option:checked:not([selected])))>button]:hidden'

/** The round selector: rounds past their deadline are disabled (spec 2). A choice applies at once when script runs. */
function RoundPicker({ rounds, chosen, onChoose }: RoundPickerProps) {
  return (
    <div className={pickerLook}>
      <TitleSelect
        id="round"
        name="chosenRound"
        label="Round"
        value={chosen}
        onChange={(event) => onChoose(Number(event.currentTarget.value))}
      >
        {rounds.map((round) => (
          <option key={round.roundNumber} value={round.roundNumber} disabled={!round.isOpen}>
            {round.title}
          </option>
        ))}
      </TitleSelect>
      {!useHydrated() && (
        <Button variant="line" name="intent" value="round">
          Show
        </Button>
      )}
    </div>
  )
}

interface MoveButtonsProps {
  entry: Entry
  index: number
  /** The last index. */
  last: number
  focus: string | null
}

/** To the top, up and down. At an end two or one are disabled, and the other gets their focus. */
function MoveButtons({ entry: { code, country }, index, last, focus }: MoveButtonsProps) {
  const buttons = [
    { icon: 'arrow-up-to-line', kind: 'top', to: 'to the top', isEnd: index === 0 },
    { icon: 'arrow-up', kind: 'up', to: 'up', isEnd: index === 0 },
    { icon: 'arrow-down', kind: 'down', to: 'down', isEnd: index === last },
  ] as const
  const isLost = buttons.some(({ kind, isEnd }) => isEnd && focus === `${kind}:${code}`)
  const heir = index === 0 ? 'down' : 'up'
  return buttons.map(({ icon, kind, to, isEnd }) => (
    <MoveButton
      key={kind}
      icon={icon}
      label={`Move ${country} ${to}`}
      disabled={isEnd}
      value={`${kind}:${code}`}
      {...(!isEnd && getFocusProps(isLost && focus && kind === heir ? focus : `${kind}:${code}`, focus))}
    />
  ))
}

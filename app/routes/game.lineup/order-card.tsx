import { hasUnsavedLineup } from '#app/game/lineup/lineup-draft.ts'
import type { Entry } from '#app/game/season/contest.ts'
import { pickEntriesByCode } from '#app/game/team/team.ts'
import { Card } from '#app/ui/data/card.tsx'
import { CheckField } from '#app/ui/forms/check-field.tsx'
import { getFocusProps } from '#app/ui/forms/draft-focus.ts'
import { LineupRow, MoveButton, rowDetailsLook } from '#app/ui/game/lineup-row.tsx'
import { SavedBadge } from '#app/ui/game/receipt.tsx'
import { Grip, useDragging } from './dragging.tsx'
import type { LineupView } from './load.server.ts'
import { RoundPicker } from './round-picker.tsx'
import type { LineupDraftForm } from './use-lineup-draft.ts'

interface OrderCardProps {
  view: LineupView
  form: LineupDraftForm
}

/** The round, the ordered entries with their shares and buttons, and the box for later rounds. */
export function OrderCard({ view, form }: OrderCardProps) {
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

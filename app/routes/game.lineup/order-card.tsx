import { hasUnsavedLineup } from '#app/game/lineup/lineup-draft.ts'
import type { Entry } from '#app/game/season/contest.ts'
import type { ShowStateView } from '#app/game/season/show-text.ts'
import type { ReceiptView } from '#app/game/team/receipt.ts'
import { pickEntriesByCode } from '#app/game/team/team.ts'
import { Badge } from '#app/ui/data/badge.tsx'
import { Card, CardFooter, CardHeader } from '#app/ui/data/card.tsx'
import { Button, IconButton } from '#app/ui/forms/button.tsx'
import { CheckField } from '#app/ui/forms/check-field.tsx'
import { getFocusProps } from '#app/ui/forms/draft-focus.ts'
import { saveBarLook } from '#app/ui/forms/save-bar.ts'
import { CountryRows } from '#app/ui/game/country-rows.tsx'
import { LineupRow } from '#app/ui/game/lineup-row.tsx'
import { LineupReceipt, SavedBadge } from '#app/ui/game/receipt.tsx'
import type { LineupRound, LineupView } from './load.server.ts'
import type { LineupDraftForm } from './use-lineup-draft.ts'

interface OrderCardProps {
  view: LineupView
  form: LineupDraftForm
}

/** The ordered entries with their shares, move buttons, and Save Lineup. */
export function OrderCard({ view, form }: OrderCardProps) {
  const { draft, round } = form
  const order = pickEntriesByCode(view.entries, draft.codes)
  const isUnsaved = hasUnsavedLineup(draft, form.stored)
  const receipt = view.receipts.find(({ rounds }) =>
    rounds.some((each) => each.roundNumber === draft.roundNumber),
  )
  const hintText = describeState(round, isUnsaved, receipt)
  return (
    <Card labelledBy="your-order">
      <CardHeader id="your-order" title="Your order" note={round?.title}>
        {isUnsaved ? <Badge tone="warn">Unsaved Changes</Badge> : round && <SavedBadge {...round} />}
      </CardHeader>
      <CountryRows ordered>
        {order.map((entry, index) => (
          <OrderRow
            key={entry.code}
            entry={entry}
            position={index + 1}
            percent={view.percentages[index] ?? 0}
            show={round?.shows[entry.code]}
            isLast={index === order.length - 1}
            focus={draft.focus}
          />
        ))}
      </CountryRows>
      <CardFooter className="grid gap-[0.9rem]">
        {form.hasLater && (
          <CheckField
            name="later"
            value="1"
            label="Use this order for the remaining rounds too"
            checked={draft.alsoLater}
            onChange={(event) => form.setAlsoLater(event.currentTarget.checked)}
          />
        )}
        <div className={saveBarLook}>
          <Button
            variant="spot"
            name="intent"
            value="save"
            disabled={round?.isOpen === false}
            icon={round?.isOpen === false ? 'lock' : undefined}
          >
            Save Lineup
          </Button>
          {hintText && <p className="text-muted text-sm">{hintText}</p>}
        </div>
        {receipt && <LineupReceipt receipt={receipt} />}
      </CardFooter>
    </Card>
  )
}

interface OrderRowProps {
  entry: Entry
  position: number
  percent: number
  show: ShowStateView | undefined
  isLast: boolean
  focus: string | null
}

/** A country in the order, with its buttons. */
function OrderRow({ entry, position, percent, show, isLast, focus }: OrderRowProps) {
  return (
    <LineupRow entry={entry} position={position} percent={percent} show={show}>
      <IconButton
        className="max-2xs:row-auto max-xs:row-span-2"
        icon="info"
        label={`Details of ${entry.country}`}
        name="intent"
        value={`details:${entry.code}`}
        {...getFocusProps(`details:${entry.code}`, focus)}
      />
      <MoveButtons entry={entry} position={position} isLast={isLast} focus={focus} />
    </LineupRow>
  )
}

function describeState(round: LineupRound | undefined, isUnsaved: boolean, receipt?: ReceiptView): string {
  if (round?.isOpen === false) return 'The deadline for the round has passed.'
  if (isUnsaved) return 'Save to keep this order.'
  if (round?.hasAbsent) return 'Automatic: those who do not sing here stand last.'
  if (round?.isAutomatic) return "Your team's order counts until you save another."
  return receipt ? '' : 'This order is saved.'
}

/** The up and down buttons. At an end one is disabled and the other gets its focus. */
function MoveButtons({ entry, position, isLast, focus }: Omit<OrderRowProps, 'percent' | 'show'>) {
  const isFirst = position === 1
  const up = `up:${entry.code}`
  const down = `down:${entry.code}`
  return (
    <>
      <IconButton
        icon="arrow-up"
        label={`Move ${entry.country} up`}
        keepIcon
        disabled={isFirst}
        name="intent"
        value={up}
        {...getFocusProps(isLast ? down : up, focus === up || isLast ? focus : null)}
      />
      <IconButton
        icon="arrow-down"
        label={`Move ${entry.country} down`}
        keepIcon
        disabled={isLast}
        name="intent"
        value={down}
        {...getFocusProps(isFirst ? up : down, focus === down || isFirst ? focus : null)}
      />
    </>
  )
}

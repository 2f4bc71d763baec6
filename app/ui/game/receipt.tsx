import { Fragment, type ReactNode } from 'react'
import type { ReceiptRound, ReceiptView } from '#app/game/team/receipt.ts'
import type { FormattedInstant } from '#app/game/time/instant.ts'
import { Icon } from '#app/ui/art/icon.tsx'
import { Badge } from '#app/ui/data/badge.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'

/** Until when a saved line-up or team can change; its history has the rest. */
export function ChangeUntil({ deadline }: { deadline: FormattedInstant }) {
  return (
    <>
      Change until <Timestamp instant={deadline} />
    </>
  )
}

/** The receipt of the saved team. `until` is when it locks; null when it is locked already. */
export function TeamReceipt({ receipt, until }: { receipt: ReceiptView; until: FormattedInstant | null }) {
  return (
    <ReceiptFrame receipt={receipt}>
      Team <b>{receipt.teamName}</b> saved at <Timestamp instant={receipt.savedAt} />.{' '}
      {until && (
        <>
          You can change it until <Timestamp instant={until} />.{' '}
        </>
      )}
      {receipt.rounds.length > 0 && (
        <>
          It gave you an automatic line-up for <RoundNames rounds={receipt.rounds} />.
        </>
      )}
    </ReceiptFrame>
  )
}

/** Whether a manager saved the line-up by hand. */
export function SavedBadge({ isAutomatic }: { isAutomatic: boolean }) {
  return isAutomatic ? <Badge>Automatic</Badge> : <Badge tone="ok">Saved</Badge>
}

function ReceiptFrame({ receipt, children }: { receipt: ReceiptView; children: ReactNode }) {
  const countries = receipt.order.map(({ country }) => country).join(', ')
  return (
    <section className="grid max-w-[66ch] grid-cols-[auto_minmax(0,1fr)] gap-3" aria-label="Receipt">
      <Icon name="circle-check" className="mt-[0.15em] text-ok" />
      <div>
        <p>{children}</p>
        <p className="mt-[0.35rem] text-muted text-sm">{countries}</p>
        <TextLink href="/game/history">All your saves</TextLink>
      </div>
    </section>
  )
}

function RoundNames({ rounds }: { rounds: readonly ReceiptRound[] }) {
  return (
    <SentenceList>
      {rounds.map((round) => (
        <span key={round.roundNumber}>the {round.title}</span>
      ))}
    </SentenceList>
  )
}

function Timestamp({ instant }: { instant: FormattedInstant }) {
  return <time dateTime={instant.iso}>{instant.text}</time>
}

/** Joins parts of a sentence: 'a', 'a and b', 'a, b and c'. */
function SentenceList({ children }: { children: readonly ReactNode[] }) {
  const last = children.length - 1
  return (
    <>
      {children.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the words between never move
        <Fragment key={index}>
          {index > 0 && (index === last ? ' and ' : ', ')}
          {part}
        </Fragment>
      ))}
    </>
  )
}

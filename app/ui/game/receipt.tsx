import { Fragment, type ReactNode } from 'react'
import type { ReceiptRound, ReceiptView } from '#app/game/team/receipt.ts'
import type { FormattedInstant } from '#app/game/time/instant.ts'
import { Icon } from '#app/ui/art/icon.tsx'
import { Badge } from '#app/ui/data/badge.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'

interface LineupReceiptProps {
  receipt: ReceiptView
  /** Leaves out the countries, where the page shows them already. */
  isBrief?: boolean
}

/** The receipt of a saved line-up: what was saved, for which rounds, when, and until when it can change. */
export function LineupReceipt({ receipt, isBrief = false }: LineupReceiptProps) {
  return (
    // An automatic line-up may be in another order than the team (D8).
    <ReceiptFrame
      receipt={receipt}
      isBrief={isBrief}
      orderName={receipt.kind === 'team' ? 'Team order: ' : ''}
    >
      <SaveSummary receipt={receipt} />{' '}
      <ChangeDeadlines rounds={receipt.rounds.filter((round) => round.isOpen)} />
    </ReceiptFrame>
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

interface ReceiptFrameProps extends LineupReceiptProps {
  orderName?: string
  children: ReactNode
}

function ReceiptFrame({ receipt, isBrief, orderName = '', children }: ReceiptFrameProps) {
  const countries = receipt.order.map(({ country }) => country).join(', ')
  return (
    <section className="grid max-w-[66ch] grid-cols-[auto_minmax(0,1fr)] gap-3" aria-label="Receipt">
      <Icon name="circle-check" className="mt-[0.15em] text-ok" />
      <div>
        <p>{children}</p>
        {!isBrief && (
          <p className="mt-[0.35rem] text-muted text-sm">
            {orderName}
            {countries}
          </p>
        )}
        <TextLink href="/game/history">All your saves</TextLink>
      </div>
    </section>
  )
}

function SaveSummary({ receipt }: { receipt: ReceiptView }) {
  const rounds = <RoundNames rounds={receipt.rounds} />
  const at = <Timestamp instant={receipt.savedAt} />
  switch (receipt.kind) {
    case 'line-up':
      return (
        <>
          Saved for {rounds} at {at}.
        </>
      )
    case 'team':
      return (
        <>
          Set automatically for {rounds} at {at}, when you saved your team.
        </>
      )
    case 'refit':
      return (
        <>
          Adjusted automatically for {rounds} at {at}, when your team changed: newcomers took the free places.
        </>
      )
  }
}

/** 'You can change it until May 13, 21:00 CEST.'; with several rounds, each time names its round. */
function ChangeDeadlines({ rounds }: { rounds: readonly ReceiptRound[] }) {
  const [only, ...more] = rounds
  if (!only) return null
  if (more.length === 0) {
    return (
      <>
        You can change it until <Timestamp instant={only.deadline} />.
      </>
    )
  }
  return (
    <>
      You can change it until{' '}
      <SentenceList>
        {rounds.map((round) => (
          <span key={round.roundNumber}>
            <Timestamp instant={round.deadline} /> ({round.title})
          </span>
        ))}
      </SentenceList>
      .
    </>
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

import type { ReactNode } from 'react'
import type { ShownInstant } from '#app/game/instant.ts'
import type { ReceiptRound, ShownReceipt } from '#app/game/receipt.ts'
import { Icon } from './icon.tsx'
import { Series } from './series.tsx'

interface LineupReceiptProps {
  receipt: ShownReceipt
  /** The order stands beside it already. */
  isBrief?: boolean
}

/** The receipt of a line-up in force: what was saved, for which rounds, when, and until when it can change. */
export function LineupReceipt({ receipt, isBrief = false }: LineupReceiptProps) {
  return (
    // An automatic line-up may stand in another order than the team (D8).
    <Slip receipt={receipt} isBrief={isBrief} orderName={receipt.kind === 'team' ? 'Team order: ' : ''}>
      <Deed receipt={receipt} /> <Until rounds={receipt.rounds.filter((round) => round.isOpen)} />
    </Slip>
  )
}

/** The receipt of the team as it stands. `until` is its lock; null when it is locked already. */
export function TeamReceipt({ receipt, until }: { receipt: ShownReceipt; until: ShownInstant | null }) {
  return (
    <Slip receipt={receipt}>
      Team <b>{receipt.teamName}</b> saved at <At instant={receipt.savedAt} />.{' '}
      {until && (
        <>
          You can change it until <At instant={until} />.{' '}
        </>
      )}
      {receipt.rounds.length > 0 && (
        <>
          It gave you an automatic line-up for <RoundNames rounds={receipt.rounds} />.
        </>
      )}
    </Slip>
  )
}

interface SlipProps extends LineupReceiptProps {
  orderName?: string
  children: ReactNode
}

function Slip({ receipt, isBrief, orderName = '', children }: SlipProps) {
  const countries = receipt.order.map(({ country }) => country).join(', ')
  return (
    <section className="receipt" aria-label="Receipt">
      <Icon name="circle-check" />
      <div>
        <p>{children}</p>
        {!isBrief && (
          <p className="sm muted">
            {orderName}
            {countries}
          </p>
        )}
        <a className="link" href="/game/history">
          All your saves
        </a>
      </div>
    </section>
  )
}

function Deed({ receipt }: { receipt: ShownReceipt }) {
  const rounds = <RoundNames rounds={receipt.rounds} />
  const at = <At instant={receipt.savedAt} />
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

/** 'You can change it until May 13, 21:00 CEST.', and for several rounds which time is whose. */
function Until({ rounds }: { rounds: readonly ReceiptRound[] }) {
  const [only, ...more] = rounds
  if (!only) return null
  if (more.length === 0) {
    return (
      <>
        You can change it until <At instant={only.deadline} />.
      </>
    )
  }
  return (
    <>
      You can change it until{' '}
      <Series>
        {rounds.map((round) => (
          <span key={round.roundNumber}>
            <At instant={round.deadline} /> ({round.title})
          </span>
        ))}
      </Series>
      .
    </>
  )
}

function RoundNames({ rounds }: { rounds: readonly ReceiptRound[] }) {
  return (
    <Series>
      {rounds.map((round) => (
        <span key={round.roundNumber}>the {round.title}</span>
      ))}
    </Series>
  )
}

/** An instant as the server printed it. */
function At({ instant }: { instant: ShownInstant }) {
  return <time dateTime={instant.iso}>{instant.text}</time>
}

import { nameRound } from '#app/game/season/round-name.ts'
import type { ReceiptRound } from '#app/game/team/receipt.ts'
import { Flag } from '#app/ui/art/flag.tsx'
import { Badge } from '#app/ui/data/badge.tsx'
import type { HistoryView } from './load.server.ts'

const heading =
  'grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 gap-y-[0.1rem] md:flex md:flex-wrap md:items-center md:gap-x-4 md:gap-y-[0.35rem]'

type Save = HistoryView['saves'][number]

/** One save: time, kind, content, and the parts still in force. */
export function SaveRow({ save }: { save: Save }) {
  return (
    <li className="grid gap-2 border-line border-t px-gap py-4 first:border-t-0">
      <div className={heading}>
        <b>
          <time dateTime={save.savedAt.iso}>{save.savedAt.text}</time>
        </b>{' '}
        {save.kind === 'team' && <ForceBadge isInForce={save.isTeamInForce} />}
      </div>
      <p>{describeSave(save)}</p>
      <ol className="grid grid-cols-2 gap-x-3 gap-y-[0.35rem] [counter-reset:place] md:flex md:flex-wrap md:gap-x-4">
        {save.order.map(({ code, country }) => (
          <li
            key={code}
            className="flex min-w-0 items-center gap-2 [counter-increment:place] before:font-bold before:tabular-nums before:content-[counter(place)/'']"
          >
            <Flag code={code} size="s" />
            {country}
          </li>
        ))}
      </ol>
      {save.rounds.length > 0 && (
        <ul className="grid gap-[0.4rem]">
          {save.rounds.map((round) => (
            <Round
              key={round.roundNumber}
              round={round}
              isAutomatic={save.kind !== 'line-up'}
              isInForce={save.roundsInForce.includes(round.roundNumber)}
            />
          ))}
        </ul>
      )}
    </li>
  )
}

function ForceBadge({ isInForce }: { isInForce: boolean }) {
  return <Badge tone={isInForce ? 'ok' : 'plain'}>{isInForce ? 'In force' : 'Replaced'}</Badge>
}

function describeSave({ kind, teamName }: Save) {
  switch (kind) {
    case 'team':
      return (
        <>
          You saved{' '}
          <b>
            <bdi translate="no">{teamName}</bdi>
          </b>
        </>
      )
    case 'line-up':
      return 'You saved this line-up'
    case 'refit':
      return 'New countries filled the gaps'
  }
}

interface RoundProps {
  round: ReceiptRound
  isAutomatic: boolean
  isInForce: boolean
}

function Round({ round, isAutomatic, isInForce }: RoundProps) {
  return (
    <li className={heading}>
      <span>
        {isAutomatic ? 'Automatic line-up for the ' : 'Line-up for the '}
        {nameRound(round.title)}
      </span>{' '}
      <ForceBadge isInForce={isInForce} />
      {isInForce && (
        <span className="col-span-full text-muted text-sm">
          {round.isOpen ? 'Can change until ' : 'Locked since '}
          <time dateTime={round.deadline.iso}>{round.deadline.text}</time>
        </span>
      )}
    </li>
  )
}

import type { ComponentPropsWithoutRef, ReactNode } from 'react'
import type { Entry } from '#app/game/season/contest.ts'
import { EmptyFlag, Flag } from '#app/ui/art/flag.tsx'
import { NumberOrDash } from '#app/ui/data/number-or-dash.tsx'
import { formatPoints } from '#app/ui/format.ts'
import { Position, Share, ShareLevel } from './position.tsx'
import { Price } from './price.tsx'

type SongEntry = Pick<Entry, 'code' | 'country' | 'artist' | 'song'>

function EntryText({ entry, badge, line }: { entry: SongEntry; badge?: ReactNode; line?: ReactNode }) {
  return (
    <div className="text">
      <div className="titles">
        <strong className="name">{entry.country}</strong>
        {badge}
      </div>
      <div className="song">{line ?? `${entry.artist}, “${entry.song}”`}</div>
    </div>
  )
}

/** List of country rows; put it in a Card. `ordered` for a line-up. */
export function CountryRows({ ordered, children }: { ordered?: boolean; children: ReactNode }) {
  return ordered ? <ol className="rows">{children}</ol> : <ul className="rows">{children}</ul>
}

interface CountryRowProps {
  entry: SongEntry & Pick<Entry, 'priceTenths'>
  /** Why its button is disabled, for instance '5M over your budget'. */
  reason?: string
  /** Id for `aria-describedby` of that button. */
  reasonId?: string
  children: ReactNode
}

export function CountryRow({ entry, reason, reasonId, children }: CountryRowProps) {
  return (
    <li>
      <div className={`crow prow spill-${entry.code}`}>
        <Flag code={entry.code} />
        <EntryText entry={entry} />
        <Price tenths={entry.priceTenths} />
        <div className="acts">{children}</div>
        {reason && (
          <p className="why" id={reasonId}>
            {reason}
          </p>
        )}
      </div>
    </li>
  )
}

/** A free place in the team, with a lamp that is off. */
export function EmptySlot({ children }: { children: ReactNode }) {
  return (
    <li className="slot-empty">
      <EmptyFlag />
      <span>{children}</span>
    </li>
  )
}

interface LineupPlace {
  position: number
  /** Share of the points, in percent. */
  percent: number
}

type LineupRowProps = { entry: SongEntry; children: ReactNode } & LineupPlace & ComponentPropsWithoutRef<'li'>

/** A country in the line-up: lamp, flag, name, share and buttons. Other props go to the `li` (dragging). */
export function LineupRow({ entry, position, percent, children, ...rest }: LineupRowProps) {
  return (
    <li {...rest}>
      <div className={`crow lrow spill-${entry.code}`}>
        <Position position={position} />
        <Flag code={entry.code} />
        <EntryText entry={entry} />
        <ShareLevel percent={percent} isFirst={position === 1} />
        <div className="acts">{children}</div>
      </div>
    </li>
  )
}

interface ResultRowProps extends LineupPlace {
  entry: SongEntry
  /** The country's own points, and what the position earned (hundredths); null until computed. */
  points: number | null
  scoreHundredths: number | null
}

export function ResultRow(row: ResultRowProps) {
  const { entry, position, percent, points, scoreHundredths } = row
  const line =
    points === null ? undefined : `${points} ${points === 1 ? 'point' : 'points'} × ${Math.round(percent)}%`
  return (
    <li>
      <div className={`crow rrow spill-${entry.code}`}>
        <Position position={position} />
        <Flag code={entry.code} />
        <EntryText entry={entry} badge={<Share percent={percent} isFirst={position === 1} />} line={line} />
        <span className="num sc">
          <NumberOrDash>{formatPoints(scoreHundredths)}</NumberOrDash>
        </span>
      </div>
    </li>
  )
}

interface LineupSummaryProps {
  entries: readonly Pick<Entry, 'code' | 'country'>[]
  percentages: readonly number[]
}

/** The whole line-up: six cells of lamp, flag, name and share. Last part of a Card. */
export function LineupSummary({ entries, percentages }: LineupSummaryProps) {
  return (
    <ol className="six">
      {entries.map(({ code, country }, i) => (
        <li key={code}>
          <Position position={i + 1} />
          <Flag code={code} />
          <span className="worth">
            <b>{country}</b>
            <span className="num text-num-sm">{Math.round(percentages[i] ?? 0)}%</span>
          </span>
        </li>
      ))}
    </ol>
  )
}

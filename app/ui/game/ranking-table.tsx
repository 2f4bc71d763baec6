import type { ReactNode } from 'react'
import type { TeamLamps } from '#app/game/season/team-lamps.ts'
import { classes } from '#app/ui/classes.ts'
import { AlignedPoints, countMostDecimals } from '#app/ui/data/aligned-points.tsx'
import { Badge } from '#app/ui/data/badge.tsx'
import { CardFooter } from '#app/ui/data/card.tsx'
import { Cell, ColumnHeader, Row, rowNameLook, Table } from '#app/ui/data/table.tsx'
import { Anchor, LinkButton } from '#app/ui/forms/button.tsx'
import { Pager } from '#app/ui/navigation/pager.tsx'
import { Movement } from './movement.tsx'
import { Medal } from './position.tsx'
import { SixLamps } from './six-lamps.tsx'

export interface RankingRow {
  id: number | string
  /** Null before the first results: shown as '-'. */
  rank: number | null
  /** How many teams share the rank; shown from 2 on. */
  sharedBy?: number | null
  teamName: string
  /** Only inside a league that the viewer is a member of. */
  managerName?: string | null
  /** The team's results page, once the viewer may see it. */
  href?: string | null
  pointsHundredths: number | null
  /** Ranks won (positive) or lost (negative); `since` says since when. */
  movement?: number | null
  /** In the show that is on the air or was the last one (D36). */
  six?: TeamLamps | null
  isMine?: boolean
}

interface RankingTableProps {
  caption: ReactNode
  rows: readonly RankingRow[]
  /** The viewer's own row beneath the others, when it is not among `rows`. */
  ownRow?: RankingRow | null
  /** What moves are compared with: 'since 22:05'; empty without any. */
  since: string
}

export function RankingTable({ caption, rows, ownRow, since }: RankingTableProps) {
  const shown = ownRow ? [...rows, ownRow] : rows
  const decimals = countMostDecimals(shown.map((row) => row.pointsHundredths))
  return (
    <Table>
      <caption className="sr-only" dir="auto">
        {caption}
      </caption>
      <thead>
        <tr>
          <ColumnHeader className="w-17">Rank</ColumnHeader>
          <ColumnHeader>
            <span className="whitespace-normal">{since ? `Team, moves ${since}` : 'Team'}</span>
          </ColumnHeader>
          <ColumnHeader end>Points</ColumnHeader>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <TeamRow key={row.id} row={row} decimals={decimals} />
        ))}
      </tbody>
      {ownRow && (
        <tbody className="border-line border-t-[6px] border-double">
          <TeamRow row={ownRow} decimals={decimals} />
        </tbody>
      )}
    </Table>
  )
}

interface RankingPagerProps {
  page: number
  pageCount: number
  /** The page with the viewer's own row, when another is shown. */
  ownPage: number | null
  href: (page: number) => string
  label: string
}

/** The links to the other pages of a ranking, and to the viewer's own row. Last part of a Card. */
export function RankingPager({ ownPage, ...pager }: RankingPagerProps) {
  if (pager.pageCount === 1 && ownPage === null) return null
  return (
    <CardFooter className="grid gap-[0.9rem] print:hidden">
      <Pager {...pager} soft />
      {ownPage !== null && (
        <p className="flex flex-wrap items-center justify-center gap-3">
          <LinkButton variant="line" href={pager.href(ownPage)} soft>
            Go to your row
          </LinkButton>
        </p>
      )}
    </CardFooter>
  )
}

function TeamRow({ row, decimals }: { row: RankingRow; decimals: number }) {
  return (
    <Row isMine={row.isMine}>
      <Cell className="h-[66px] w-17">
        <Medal rank={row.rank} /> <Movement places={row.movement} />
      </Cell>
      <Cell>
        {row.href ? (
          <Anchor
            className={classes(rowNameLook, '-my-3 inline-block py-3 text-inherit')}
            href={row.href}
            soft
          >
            <bdi translate="no">{row.teamName}</bdi>
          </Anchor>
        ) : (
          <span className={rowNameLook}>
            <bdi translate="no">{row.teamName}</bdi>
          </span>
        )}{' '}
        <RowDetails row={row} /> {row.six && <SixLamps six={row.six} />}
      </Cell>
      <Cell end>
        <AlignedPoints
          hundredths={row.pointsHundredths}
          decimals={decimals}
          className={classes(
            'text-[1.625rem]',
            row.pointsHundredths === null && 'inline-block w-12 text-center',
          )}
        />
      </Cell>
    </Row>
  )
}

/** The line under a team name: You, the manager's name, and how many teams share the rank. */
function RowDetails({ row }: { row: RankingRow }) {
  const shared =
    row.rank !== null && row.sharedBy && row.sharedBy > 1
      ? `shared by ${row.sharedBy.toLocaleString('en-US')}`
      : null
  if (!row.isMine && !row.managerName && !shared) return null
  return (
    <span className="wrap-anywhere block text-muted text-sm">
      {row.isMine && <Badge tone="spot">You</Badge>} <bdi translate="no">{row.managerName}</bdi>
      {row.managerName && shared && ', '}
      {shared}
    </span>
  )
}

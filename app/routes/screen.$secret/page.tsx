import { isLampOff } from '#app/game/season/show-state.ts'
import { getFlagHref } from '#app/ui/art/flag.tsx'
import { LampSymbols } from '#app/ui/art/lamp-symbols.tsx'
import { classes } from '#app/ui/classes.ts'
import { AlignedPoints, countMostDecimals } from '#app/ui/data/aligned-points.tsx'
import { formatCount } from '#app/ui/format.ts'
import { Lamp } from '#app/ui/game/lamp.tsx'
import { Moved } from '#app/ui/game/moved.tsx'
import { Aside, LONG_NAME, lampLook } from './aside.tsx'
import type { ScreenView } from './load.server.ts'

/**
 * A league's table for a television (D39): dark in both themes, and readable from four metres. On a phone it is one column. It
 * has no script: everything on it is a link (D41).
 */
export function ScreenPage({ view }: { view: ScreenView }) {
  return (
    <main
      id="main"
      className="stage grid min-h-screen content-start gap-x-16 gap-y-5.5 bg-[#020809] bg-[radial-gradient(75rem_44rem_at_78%_-10%,#16323a,transparent)] px-16 pt-12 pb-11 text-ink max-lg:px-4 max-lg:py-5 lg:h-[max(100vh,67.5rem)] lg:flex-none lg:grid-cols-[minmax(0,1fr)_30rem] lg:grid-rows-[auto_minmax(0,1fr)] lg:content-stretch"
    >
      {import.meta.env.SSR && <LampSymbols />}
      <Header view={view} />
      <Table rows={view.rows} />
      <Aside view={view} />
    </main>
  )
}

function Header({ view: { leagueName, live } }: { view: ScreenView }) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-10 gap-y-3 lg:col-span-full lg:flex-nowrap">
      <h1
        className={classes(
          'wrap-anywhere line-clamp-2 min-w-0 font-[880] text-[2.5rem]/[1.05]',
          getTitleSize(leagueName),
        )}
      >
        <bdi translate="no">{leagueName}</bdi>
      </h1>
      {live && (
        <p className="inline-flex max-w-full flex-none items-center gap-3 rounded-[0.5rem] border-[0.1875rem] border-spot px-5 py-2 font-[680] lg:min-h-15 lg:text-[1.875rem]">
          <span className="size-[0.85em] bg-spot [clip-path:var(--lamp)] forced-colors:border" />
          <span>
            Live, not official · <time dateTime={live.iso}>{live.text}</time>
          </span>
        </p>
      )}
    </header>
  )
}

/** The whole name is on two lines at most. */
function getTitleSize({ length }: string): string {
  if (length <= 26) return 'lg:text-[6.25rem]/[1.05]'
  return length <= 64 ? 'lg:text-[3.5rem]/[1.05]' : 'lg:text-[2.25rem]/[1.1]'
}

type Row = ScreenView['rows'][number]

function Table({ rows }: { rows: readonly Row[] }) {
  const decimals = countMostDecimals(rows.map((row) => row.pointsHundredths))
  // '1,164.85' has no room beside the names in the size of '841.1'.
  const isLong = decimals > 0 && rows.some((row) => (row.pointsHundredths ?? 0) >= 100_000)
  const pointsLook = isLong
    ? 'text-[2rem] lg:text-[5.25rem]/[0.86]'
    : 'text-[2.25rem] lg:text-[6.875rem]/[0.86]'
  return (
    <ol className="grid lg:grid-rows-[repeat(7,minmax(0,1fr))]">
      {rows.map((row) => (
        <TableRow key={row.id} row={row} decimals={decimals} pointsLook={pointsLook} />
      ))}
    </ol>
  )
}

interface RowProps {
  row: Row
  /** The most decimals among the points, which stand under each other. */
  decimals: number
  pointsLook: string
}

function TableRow({ row, decimals, pointsLook }: RowProps) {
  const { rank, teamName, movement, pointsHundredths, six } = row
  const gold = rank === 1 && 'text-gold'
  return (
    <li className="grid grid-cols-[2.25rem_minmax(0,1fr)_auto_auto] items-center gap-x-3 gap-y-2 border-line border-t-2 py-2 lg:grid-cols-[5.25rem_minmax(0,1fr)_8.25rem_18rem] lg:content-center lg:gap-x-7.5 lg:gap-y-2.5 lg:py-0">
      <span className={classes('num text-center text-[2.25rem] lg:row-span-2 lg:text-[6rem]/[0.86]', gold)}>
        {rank === null ? <Dash /> : formatCount(rank)}
      </span>{' '}
      <span
        className={classes(
          'wrap-anywhere min-w-0 font-[740] font-stretch-94% text-lg/[1.15] lg:line-clamp-2 lg:self-end',
          getNameSize(teamName),
          six.length === 0 && 'lg:row-span-2 lg:self-center',
        )}
      >
        <bdi translate="no">{teamName}</bdi>
      </span>{' '}
      <span className="text-right lg:row-span-2">
        <Moved places={movement} className="num gap-2 text-xl lg:gap-3 lg:text-[3.375rem]/[0.86]" />
      </span>{' '}
      <span className={classes('text-right lg:row-span-2', gold)}>
        {pointsHundredths === null ? (
          <Dash />
        ) : (
          <AlignedPoints hundredths={pointsHundredths} decimals={decimals} className={pointsLook} />
        )}
      </span>
      {six.length > 0 && <Six six={six} />}
    </li>
  )
}

/** A name wraps, and the longest ones are smaller, before any is cut. */
function getNameSize({ length }: string): string {
  if (length <= LONG_NAME) return 'lg:text-[2.875rem]/[1.1]'
  return length > 40 ? 'lg:text-[1.875rem]/[1.1]' : 'lg:text-[2.25rem]/none'
}

/** In the place of a numeral, before the first points: in the condensed face it would look like a stray square. */
function Dash() {
  return (
    <span className="font-bold font-stretch-100% text-[2rem]/none text-muted lg:text-[4rem]/none">-</span>
  )
}

/** The lamps of a team in the order of its line-up. */
function Six({ six }: { six: Row['six'] }) {
  return (
    <ul className="flex flex-wrap gap-x-2.5 gap-y-1 max-lg:col-[2/-1] lg:col-start-2 lg:row-start-2 lg:gap-x-4 lg:self-start">
      {six.map(({ code, country, show }) => (
        <li key={code} className="flex items-center gap-1.5 max-lg:gap-1">
          <Lamp state={show.state} className={lampLook} />
          <ScreenFlag code={code} isOff={isLampOff(show.state)} />
          <span className="sr-only">
            {country}: {show.text}
          </span>
        </li>
      ))}
    </ul>
  )
}

const flagLook = 'block aspect-3/2 h-auto w-13.5 rounded-flag object-cover max-lg:w-7'

function ScreenFlag({ code, isOff }: { code: string; isOff: boolean }) {
  const href = getFlagHref(code)
  if (!href) return <span className={classes(flagLook, 'border-2 border-edge border-dashed')} />
  return <img className={classes(flagLook, isOff && 'opacity-30')} src={href} width={54} height={36} alt="" />
}

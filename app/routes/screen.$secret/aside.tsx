import type { LampState } from '#app/game/season/show-state.ts'
import { formatOrdinal } from '#app/game/text/format-ordinal.ts'
import { QrCodePicture } from '#app/ui/data/qr-code.tsx'
import { formatCountOf } from '#app/ui/format.ts'
import { Lamp } from '#app/ui/game/lamp.tsx'
import type { ScreenView } from './load.server.ts'

/** Names of more UTF-16 units are smaller: they would not stay on one line, and a row has no room for two large ones. */
export const LONG_NAME = 22

export const lampLook = 'h-8.5 w-7.5 flex-none max-lg:h-5 max-lg:w-4.5'

type Row = ScreenView['rows'][number]

/** Beside the table: the show, who climbed, what the lamps mean, the invite, and whether the page asks again. */
export function Aside({ view: { show, isVote, rows, since, qr, memberCount, every } }: { view: ScreenView }) {
  const lit = rows.filter((row) => row.six.some(({ show }) => show.state === 'on-stage')).length
  return (
    <aside
      aria-label="About the show"
      className="flex min-h-0 flex-col gap-6 border-line max-lg:border-t-2 max-lg:pt-4 lg:border-l-2 lg:pl-12"
    >
      <div>
        <h2 className="text-[2rem]/none lg:text-[4.25rem]/none">{show.title}</h2>
        <p className="mt-3 text-muted first-letter:uppercase lg:text-[2.125rem]/[1.2]">
          {[show.text, lit > 0 && `held by ${lit} of these ${rows.length}`].filter(Boolean).join(', ')}
        </p>
      </div>
      <Climbers rows={rows} since={since} />
      <Legend rows={rows} words={isVote ? voteWords : lampWords} />
      <div className="mt-auto grid gap-6">
        {qr && (
          <div className="grid grid-cols-[8rem_minmax(0,1fr)] items-center gap-7 lg:grid-cols-[12.5rem_minmax(0,1fr)]">
            <QrCodePicture qr={qr} label="QR code: join this league" className="w-full" />
            <p className="font-[740] text-xl lg:text-[2.375rem]/[1.15]">
              Play along{' '}
              <span className="mt-2 block font-[500] text-[0.84em] text-muted">
                {formatCountOf(memberCount, 'team')}
              </span>
            </p>
          </div>
        )}
        <KeepFresh every={every} />
      </div>
    </aside>
  )
}

/** The last moves: who won most places, the most first. One for which there is no room lies beside the list, unseen. */
function Climbers({ rows, since }: { rows: readonly Row[]; since: string }) {
  const climbers = rows
    .filter((row) => (row.movement ?? 0) > 0)
    .toSorted((one, other) => (other.movement ?? 0) - (one.movement ?? 0))
    .slice(0, 3)
  if (climbers.length === 0)
    return rows.some((row) => row.movement !== null) ? (
      <p className="text-muted lg:text-[1.875rem]/[1.1]">Moves {since}</p>
    ) : null
  return (
    <ul className="wrap-anywhere min-h-0 lg:flex lg:flex-col lg:flex-wrap lg:overflow-hidden">
      {climbers.map(({ id, teamName, rank, movement }) => (
        <li key={id} className="w-full border-line border-t-2 py-4 font-[500] lg:text-[1.875rem]/[1.1]">
          <span className={teamName.length > LONG_NAME ? 'block' : 'block lg:text-[2.25rem]'}>
            <bdi translate="no" className="font-[760]">
              {teamName}
            </bdi>{' '}
            to {formatOrdinal(rank ?? 0)}
          </span>{' '}
          <span className="mt-1 block text-muted text-sm lg:text-[1.875rem]/[1.1]">
            {formatCountOf(movement ?? 0, 'place')} up {since}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Words for the lamps at the edge of the screen. */
const lampWords: Record<LampState, string> = {
  absent: 'another show',
  ready: 'to come',
  waiting: 'to come',
  'on-stage': 'on stage',
  sung: 'sung',
  through: 'through',
  out: 'out',
  withdrawn: 'withdrawn',
}

/** The same in the vote of a final. */
const voteWords = { ...lampWords, waiting: 'more to come', 'on-stage': 'next', sung: 'all in' }

/** What the lamps on the screen mean. */
function Legend({ rows, words }: { rows: readonly Row[]; words: Record<LampState, string> }) {
  const lamps = [...new Set(rows.flatMap((row) => row.six.map(({ show }) => show.state)))]
  if (lamps.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-x-10 gap-y-3 border-line border-t-2 pt-5 text-muted lg:text-[1.875rem]/none">
      {lamps.map((lamp) => (
        <li key={lamp} className="flex items-center gap-3">
          <Lamp state={lamp} className={lampLook} />
          {words[lamp]}
        </li>
      ))}
    </ul>
  )
}

const linkLook = 'inline-flex min-h-[44px] min-w-[44px] items-center text-ink'

/** The page asks again by itself only after a press, says so, and can be stopped (D41). */
function KeepFresh({ every }: Pick<ScreenView, 'every'>) {
  return (
    <p className="flex flex-wrap items-center gap-x-5 text-muted lg:text-[1.875rem]/none">
      {every ? (
        <>
          Updates every {every} s{' '}
          <a className={linkLook} href="?">
            Stop
          </a>
        </>
      ) : (
        <a className={linkLook} href="?every=30">
          Update by itself
        </a>
      )}
    </p>
  )
}

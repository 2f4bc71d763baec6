import type { MouseEvent, ReactNode } from 'react'
import type { LiveView } from '#app/server/live/live-view.server.ts'
import { Icon } from '#app/ui/art/icon.tsx'
import { classes } from '#app/ui/classes.ts'
import { Unit } from '#app/ui/data/unit.tsx'
import { Toasts } from '#app/ui/feedback/toasts.tsx'
import { formatCount, formatPoints } from '#app/ui/format.ts'
import { Moved } from '#app/ui/game/moved.tsx'
import { NoTeamCard } from '#app/ui/game/no-team-card.tsx'
import { columns } from '#app/ui/layout/columns.ts'
import { Container } from '#app/ui/layout/container.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { Fact, PageHeader } from '#app/ui/layout/page-header.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import { ChancesCard } from './chances-card.tsx'
import { BoardCard, QualifiersCard } from './country-cards.tsx'
import { LeaguesCard } from './leagues-card.tsx'
import { SixCard } from './six-card.tsx'
import type { Asking } from './use-live-answers.ts'

/** The page of the evening (D41): the own six, the rank and the leagues as they stand while a round is not official. */
export function LivePage({ view, asking }: { view: LiveView; asking?: Asking }) {
  // Beside the right column, under the own six; on a phone it comes last.
  const hasBoard = view.board.rows.length > 0
  return (
    <Main>
      <PageHeader
        title={view.round.title}
        lead={describeLead(view)}
        facts={!view.newcomer && <Figures view={view} />}
        countries={view.lines.map(({ entry, show }) => ({
          ...entry,
          show: show.state,
          // In a vote nobody is on stage.
          words: !view.round.isSemiFinal && view.tally ? show.text.toLowerCase() : undefined,
        }))}
        live={view.live}
      >
        <RefreshLinks every={view.every} asking={asking} />
      </PageHeader>
      <Toasts />
      <Container className={classes(columns.half, hasBoard && 'lg:grid-rows-[auto_1fr]')}>
        <div className="grid content-start gap-gap">
          {view.newcomer ? <NoTeamCard {...view.newcomer} /> : <SixCard view={view} />}
          {view.qualifiers.length > 0 && <QualifiersCard qualifiers={view.qualifiers} />}
        </div>
        {!view.newcomer && (
          <div className={classes('grid gap-gap', hasBoard && 'lg:row-span-2')}>
            {view.hasPoints && <ChancesCard view={view} />}
            <LeaguesCard view={view} />
          </div>
        )}
        {hasBoard && <BoardCard board={view.board} />}
      </Container>
    </Main>
  )
}

function describeLead({ hasPoints, isHidden, song }: LiveView): ReactNode {
  if (isHidden) return 'Points are hidden until you show them.'
  if (song) return <b key={song.text}>{song.text}</b>
  return hasPoints ? undefined : 'No points yet. They come as they are read out.'
}

/** The song that is on; then in a semi-final how many are through, in the final the points. And the rank as it stands. */
function Figures({
  view: { round, rank, moved, since, song, through, totalHundredths },
}: {
  view: LiveView
}) {
  const isThrough = round.isSemiFinal && !song
  return (
    <>
      {song && (
        <Fact label="Song" size="xl">
          <NumberOf n={song.begun} outOf={song.outOf} />
        </Fact>
      )}
      {isThrough && (
        <Fact label="Through" size="xl" isHighlighted>
          {through === null ? '-' : <NumberOf n={through} outOf={6} />}
        </Fact>
      )}
      <Fact label={since ? `Rank, ${since}` : 'Rank'} size="xl" isHighlighted={!isThrough}>
        {rank === null ? '-' : <RankNumeral rank={rank} moved={moved} />}
      </Fact>
      {!song && !isThrough && (
        <Fact label="Points" size="xl">
          {formatPoints(totalHundredths)}
        </Fact>
      )}
    </>
  )
}

function NumberOf({ n, outOf }: { n: number; outOf: number }) {
  return (
    <>
      {n}
      <span className="text-muted">
        <span className="sr-only"> </span>
        <Unit>of {outOf}</Unit>
      </span>
    </>
  )
}

function RankNumeral({ rank, moved }: { rank: number; moved: number | null }) {
  return (
    <>
      <Unit>#</Unit>
      {formatCount(rank)} <Moved places={moved} className="num gap-[0.15em] text-[0.36em]" />
    </>
  )
}

/** On the band only what is on now is pink. */
const bandLinkLook = 'text-ink text-sm'

/** The page asks again by itself only after a press, says so, and can be stopped (D41): by script, or by loading anew. */
function RefreshLinks({ every, asking }: Pick<LiveView, 'every'> & { asking: Asking | undefined }) {
  const chosen = every && `/game/live?every=${every}`
  return (
    <>
      <TextLink className={bandLinkLook} href={chosen ?? '/game/live'}>
        <Icon name="rotate" />
        Refresh
      </TextLink>
      {chosen || asking?.isOn ? (
        <>
          <TextLink
            className={bandLinkLook}
            href="/game/live"
            onClick={onPlainClick(asking?.isOn && (() => asking.setOn(false)))}
          >
            <Icon name="x" />
            Stop updating
          </TextLink>
          <span className="text-muted text-sm">every {chosen ? every : asking?.seconds} s</span>
        </>
      ) : (
        <TextLink
          className={bandLinkLook}
          href="/game/live?every=30"
          onClick={onPlainClick(asking && (() => asking.setOn(true)))}
        >
          <Icon name="clock" />
          Update by itself
        </TextLink>
      )}
    </>
  )
}

/** Does something in the place of following a link, unless the click opens it elsewhere. */
function onPlainClick(act: (() => void) | false | undefined) {
  return (event: MouseEvent) => {
    if (!act || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    act()
  }
}

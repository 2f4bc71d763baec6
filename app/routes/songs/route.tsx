import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { Entry } from '#app/game/season/contest.ts'
import { readSearchParams } from '#app/http/forms/query.server.ts'
import { orNotFound } from '#app/http/responses.server.ts'
import { Photo } from '#app/ui/art/art-frame.tsx'
import { InlineFlag } from '#app/ui/art/inline-flag.tsx'
import { PlayLink } from '#app/ui/art/play.tsx'
import { SpotlightArt } from '#app/ui/art/spotlights.tsx'
import { classes } from '#app/ui/classes.ts'
import { cardLook } from '#app/ui/data/card.tsx'
import { LinkButton } from '#app/ui/forms/button.tsx'
import { belowFirstScreenLook } from '#app/ui/layout/columns.ts'
import { Container } from '#app/ui/layout/container.tsx'
import { Lead } from '#app/ui/layout/lead.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { PlainHeader } from '#app/ui/layout/plain-header.tsx'
import { getErrorTitle } from '#app/ui/meta/document-title.ts'
import { buildPageMeta } from '#app/ui/meta/page-meta.ts'
import { YouTubePlayer } from '#app/ui/news/embed-frame.tsx'
import { db } from '#db/connection.server.ts'
import { findActiveContest } from '#db/seasons/games.server.ts'

/** The cards that a first screen shows. */
const FIRST_SCREEN = 8

export async function loader({ request }: LoaderFunctionArgs) {
  const playing = /^[A-Z]{2}$/.exec(readSearchParams(request).get('play') ?? '')?.[0] ?? null

  const { year, entries } = orNotFound(await findActiveContest(db), 'ACTIVE_GAME_MISSING')
  return { year, entries, playing }
}

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) => {
  if (!data) return [{ title: getErrorTitle(error) }]
  return buildPageMeta(matches, {
    title: `Songs of ${data.year}`,
    description: `All ${data.entries.length} entries of the Eurovision Song Contest ${data.year}: country, artist, song and video.`,
    path: '/songs',
  })
}

export default function SongsRoute() {
  const { year, entries, playing } = useLoaderData<typeof loader>()
  return (
    <Main>
      <Container>
        <PlainHeader>
          <h1>{`Songs of ${year}`}</h1>
          <Lead>
            Every entry in one place. Press play to load the video here; nothing loads before you do.
          </Lead>
        </PlainHeader>
        <h2 className="sr-only">All entries</h2>
        <ul className="grid grid-cols-2 gap-3 max-md:grid-flow-dense md:gap-gap lg:grid-cols-4">
          {entries.map((entry, index) => (
            <Song key={entry.code} entry={entry} index={index} isPlaying={entry.code === playing} />
          ))}
        </ul>
      </Container>
    </Main>
  )
}

interface SongProps {
  entry: Entry
  index: number
  isPlaying: boolean
}

/** One entry; its video covers the artwork after play is pressed (D29). */
function Song({ entry, index, isPlaying }: SongProps) {
  const { code, country, artist, song, youtubeId } = entry
  const showsVideo = isPlaying && youtubeId !== null
  return (
    <li
      className={classes(
        cardLook,
        'overflow-hidden',
        showsVideo && 'max-md:col-span-full',
        index >= FIRST_SCREEN && belowFirstScreenLook,
      )}
      id={code}
    >
      {showsVideo ? (
        <SpotlightArt code={code} seed={index} shape="playing">
          <YouTubePlayer id={youtubeId} title={`${artist}: ${song}`} />
        </SpotlightArt>
      ) : (
        <Cover entry={entry} index={index} />
      )}
      <div className="px-[1.1rem] pt-4 pb-[1.2rem] max-md:px-[0.8rem] max-md:pt-3 max-md:pb-[0.9rem]">
        <p className="text-muted text-sm">{country}</p>
        <h3 className="display wrap-anywhere mt-[0.15rem] mb-[0.35rem] text-[1.75rem] leading-[0.98] max-md:text-[1.4375rem]">
          {song}
        </h3>
        <p className="wrap-anywhere font-[600]">{artist}</p>
        {showsVideo && (
          <LinkButton variant="line" icon="x" className="mt-[0.9rem]" href={`/songs#${code}`}>
            Close video
          </LinkButton>
        )}
      </div>
    </li>
  )
}

/** The entry's photo, or the flag's spotlight, with flag and play button. */
function Cover({ entry, index }: { entry: Entry; index: number }) {
  const { code, artist, song, imageUrl, youtubeId } = entry
  const overlay = (
    <>
      <InlineFlag
        code={code}
        size="l"
        className="absolute bottom-4 left-4 max-md:bottom-[0.7rem] max-md:left-[0.7rem] max-md:w-11"
      />
      {youtubeId && <PlayLink label={`Play ${song} by ${artist}`} href={`?play=${code}#${code}`} isSmall />}
    </>
  )
  return imageUrl ? (
    <Photo src={imageUrl} shape="song" isLazy>
      {overlay}
    </Photo>
  ) : (
    <SpotlightArt code={code} seed={index} shape="song">
      {overlay}
    </SpotlightArt>
  )
}

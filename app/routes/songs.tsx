import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { Entry } from '#app/game/season/contest.ts'
import { readSearchParams } from '#app/http/forms/query.server.ts'
import { orNotFound } from '#app/http/responses.server.ts'
import { InlineFlag } from '#app/ui/art/inline-flag.tsx'
import { SpotlightArt } from '#app/ui/art/spotlights.tsx'
import { classes } from '#app/ui/classes.ts'
import { IconLink, LinkButton } from '#app/ui/forms/button.tsx'
import { YouTubePlayer } from '#app/ui/game/entry-details.tsx'
import { belowFirstScreen } from '#app/ui/layout/columns.ts'
import { Main } from '#app/ui/layout/main.tsx'
import { PlainHeader } from '#app/ui/layout/plain-header.tsx'
import { getErrorTitle } from '#app/ui/meta/document-title.ts'
import { buildPageMeta } from '#app/ui/meta/page-meta.ts'
import { db } from '#db/connection.server.ts'
import { findActiveContest } from '#db/seasons/games.server.ts'

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
      <div className="mx-auto w-full max-w-wrap px-page wrap">
        <PlainHeader>
          <h1>{`Songs of ${year}`}</h1>
          <p className="max-w-[30.94em] text-lg/normal text-pretty text-muted lead muted">
            Every entry in one place. Press play to load the video here; nothing loads before you do.
          </p>
        </PlainHeader>
        <h2 className="sr-only">All entries</h2>
        <ul className="grid grid-cols-2 gap-3 md:gap-gap lg:grid-cols-4 songs">
          {entries.map((entry, index) => (
            <Song key={entry.code} entry={entry} index={index} isPlaying={entry.code === playing} />
          ))}
        </ul>
      </div>
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
    <li className={classes('card song', showsVideo && 'playing', index >= 8 && belowFirstScreen)} id={code}>
      {showsVideo ? (
        <SpotlightArt code={code} seed={index}>
          <YouTubePlayer id={youtubeId} title={`${artist}: ${song}`} />
        </SpotlightArt>
      ) : (
        <Cover entry={entry} index={index} />
      )}
      <div className="b">
        <p className="cty">{country}</p>
        <h3>{song}</h3>
        <p className="by">{artist}</p>
        {showsVideo && (
          <LinkButton variant="line" icon="x" href={`/songs#${code}`}>
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
      <InlineFlag code={code} />
      {youtubeId && (
        <IconLink
          className="playbtn play"
          variant="spot"
          icon="play"
          label={`Play ${song} by ${artist}`}
          href={`?play=${code}#${code}`}
          rel="nofollow"
        />
      )}
    </>
  )
  if (!imageUrl) {
    return (
      <SpotlightArt code={code} seed={index}>
        {overlay}
      </SpotlightArt>
    )
  }
  return (
    <div className="art">
      <img src={imageUrl} alt="" loading="lazy" />
      {overlay}
    </div>
  )
}

import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { Entry } from '#app/game/contest.ts'
import { BeamArt } from '#app/ui/beams.tsx'
import { IconLink, LinkButton } from '#app/ui/button.tsx'
import { Video } from '#app/ui/entry-details.tsx'
import { Flag } from '#app/ui/flag.tsx'
import { Main } from '#app/ui/main.tsx'
import { db } from '#db/connection.server.ts'
import { findActiveContest } from '#db/games.server.ts'

export async function loader({ request }: LoaderFunctionArgs) {
  const playing = new URL(request.url).searchParams.get('play')
  const contest = await findActiveContest(db)
  return { year: contest?.year ?? null, entries: contest?.entries ?? [], playing }
}

export const meta: MetaFunction = () => [
  { title: 'Songs – Douze' },
  { name: 'description', content: 'Every entry of the contest: country, artist, song and video.' },
]

export default function SongsRoute() {
  const { year, entries, playing } = useLoaderData<typeof loader>()
  return (
    <Main>
      <div className="wrap">
        <div className="plain-head">
          <h1>{year === null ? 'Songs' : `Songs of ${year}`}</h1>
          <p className="lead">
            {year === null
              ? 'There is no season yet. Its songs will stand here.'
              : 'Every entry in one place. Press play to load the video here; nothing loads before you do.'}
          </p>
        </div>
        <h2 className="vh">All entries</h2>
        <ul className="grid g4 songs">
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

/** One entry; its video stands in place of the light once play was pressed (D29). */
function Song({ entry, index, isPlaying }: SongProps) {
  const { code, country, artist, song, youtubeId } = entry
  const shows = isPlaying && youtubeId !== null
  return (
    <li className="card song" id={code}>
      {shows ? (
        <Video id={youtubeId} title={`${artist}: ${song}`} />
      ) : (
        <BeamArt code={code} seed={index}>
          <Flag code={code} />
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
        </BeamArt>
      )}
      <div className="b">
        <p className="cty">{country}</p>
        <h3>{song}</h3>
        <p>{artist}</p>
        {shows && (
          <LinkButton variant="line" icon="x" href={`/songs#${code}`}>
            Close video
          </LinkButton>
        )}
      </div>
    </li>
  )
}

import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { BeamArt } from '#app/ui/beams.tsx'
import { Flag } from '#app/ui/flag.tsx'
import { Main } from '#app/ui/main.tsx'
import { db } from '#db/connection.server.ts'
import { findActiveContest } from '#db/games.server.ts'

export async function loader() {
  const contest = await findActiveContest(db)
  return { year: contest?.year ?? null, entries: contest?.entries ?? [] }
}

export const meta: MetaFunction = () => [{ title: 'Songs – Douze' }]

export default function SongsRoute() {
  const { year, entries } = useLoaderData<typeof loader>()
  return (
    <Main>
      <div className="wrap">
        <div className="plain-head">
          <h1>{year === null ? 'Songs' : `Songs of ${year}`}</h1>
          <p className="lead">
            {year === null
              ? 'There is no season yet. Its songs will stand here.'
              : 'Every entry of the contest in one place.'}
          </p>
        </div>
        <h2 className="vh">All entries</h2>
        <ul className="grid g4 songs">
          {entries.map((entry, index) => (
            <li key={entry.code} className="card song">
              <BeamArt code={entry.code} seed={index}>
                <Flag code={entry.code} />
              </BeamArt>
              <div className="b">
                <p className="cty">{entry.country}</p>
                <h3>{entry.song}</h3>
                <p>{entry.artist}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </Main>
  )
}

import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { findVisitor } from '#app/auth/guards.server.ts'
import { readResultsChoice } from '#app/http/cookies/results-choice.server.ts'
import { readQuery } from '#app/http/forms/query.server.ts'
import { getErrorTitle } from '#app/ui/meta/document-title.ts'
import { buildPageMeta } from '#app/ui/meta/page-meta.ts'
import { clock, db } from '#db/connection.server.ts'
import { loadSongs } from './load.server.ts'
import { SongsPage } from './page.tsx'
import { songsQuery } from './query.server.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const visitor = await findVisitor({ request, context })

  const query = readQuery(request, songsQuery)

  return loadSongs(db, {
    now: await clock(db),
    query: query.ok ? query.value : {},
    choice: readResultsChoice(request, visitor),
  })
}

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) => {
  if (!data) return [{ title: getErrorTitle(error) }]
  return buildPageMeta(matches, {
    title: `Songs of ${data.year}`,
    description: `All ${data.songCount} entries of the Eurovision Song Contest ${data.year}: country, artist, song, price and video.`,
    path: '/songs',
  })
}

export default function SongsRoute() {
  return <SongsPage view={useLoaderData<typeof loader>()} />
}

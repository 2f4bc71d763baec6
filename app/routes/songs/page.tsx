import { hidingCoverage, ResultsForm } from '#app/ui/game/hidden-results.tsx'
import { belowFirstScreenLook } from '#app/ui/layout/columns.ts'
import { Container } from '#app/ui/layout/container.tsx'
import { Lead } from '#app/ui/layout/lead.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { PlainHeader } from '#app/ui/layout/plain-header.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import { Filter } from './filter.tsx'
import type { SongsView } from './load.server.ts'
import { SongCard } from './song-card.tsx'

/** The cards that a first screen shows. */
const FIRST_SCREEN = 8

/** Songs (spec 2): a card for each entry, and what narrows the list. */
export function SongsPage({ view }: { view: SongsView }) {
  const { year, songs } = view
  return (
    <Main>
      <Container>
        <PlainHeader>
          <h1>{`Songs of ${year}`}</h1>
          <Lead>Every entry in one place. No video loads before you press play.</Lead>
          <Filter view={view} />
        </PlainHeader>
        <h2 className="sr-only">{songs.length === view.songCount ? 'All entries' : 'Entries found'}</h2>
        {songs.length === 0 && (
          <>
            <p className="text-muted">No song found.</p>
            <TextLink href="/songs">Show all {view.songCount}</TextLink>
          </>
        )}
        <ul className="grid grid-cols-2 gap-3 max-md:grid-flow-dense md:gap-gap lg:grid-cols-4">
          {songs.map((song, index) => (
            <SongCard
              key={song.code}
              song={song}
              index={index}
              view={view}
              className={index < FIRST_SCREEN ? undefined : belowFirstScreenLook}
            />
          ))}
        </ul>
        {view.isHiding !== null && <HidingChoice isHiding={view.isHiding} />}
      </Container>
    </Main>
  )
}

/** Hides results from visitors without an account, too, and shows them again (D38). */
function HidingChoice({ isHiding }: { isHiding: boolean }) {
  return (
    <div className="mt-gap flex flex-wrap items-center gap-x-4 gap-y-3 print:hidden">
      <ResultsForm
        intent={isHiding ? 'show' : 'hide'}
        label={isHiding ? 'Show all results' : 'Hide results'}
      />
      <p className="max-w-136 flex-1 text-muted text-sm">{hidingCoverage}</p>
    </div>
  )
}

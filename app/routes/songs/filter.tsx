import { classes } from '#app/ui/classes.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { ChoiceLinks } from '#app/ui/navigation/choice-links.tsx'
import type { SongsView } from './load.server.ts'
import { toSongsHref } from './song-address.ts'

/** What narrows the list: links to the songs of a show, and a search, which keeps the show. */
export function Filter({ view }: { view: SongsView }) {
  const { shows, show, search, term, songCount } = view
  const choices = [{ roundNumber: null, name: `All ${songCount}` }, ...shows].map(
    ({ roundNumber, name }) => ({
      label: name,
      href: toSongsHref({ show: roundNumber, term }),
      isChosen: roundNumber === show,
    }),
  )
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 print:hidden">
      <ChoiceLinks label="Shows" choices={choices} />
      <form className="flex flex-auto gap-2 md:flex-none" action="/songs">
        {show !== null && <input type="hidden" name="show" value={show} />}
        <label className="sr-only" htmlFor="search">
          Search country, artist or song
        </label>
        <input
          className={classes(
            'min-h-11 w-full rounded-md border-[1.5px] border-edge bg-surface px-[1.1rem]',
            'placeholder:text-muted placeholder:opacity-100',
          )}
          id="search"
          name="q"
          type="search"
          maxLength={100}
          autoComplete="off"
          placeholder="Country, artist, song"
          defaultValue={search}
        />
        <Button variant="line" icon="search">
          <span className="sr-only">Search</span>
        </Button>
      </form>
    </div>
  )
}

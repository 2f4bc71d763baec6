import { Photo } from '#app/ui/art/art-frame.tsx'
import { Icon } from '#app/ui/art/icon.tsx'
import { InlineFlag } from '#app/ui/art/inline-flag.tsx'
import { PlayLink } from '#app/ui/art/play.tsx'
import { SpotlightArt } from '#app/ui/art/spotlights.tsx'
import { classes } from '#app/ui/classes.ts'
import { cardLook } from '#app/ui/data/card.tsx'
import { LinkButton } from '#app/ui/forms/button.tsx'
import { Price } from '#app/ui/game/price.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import { YouTubePlayer } from '#app/ui/news/embed-frame.tsx'
import type { Song, SongsView } from './load.server.ts'
import { toSongsHref } from './song-address.ts'

interface SongCardProps {
  song: Song
  /** Its place in the list, from 0. */
  index: number
  view: SongsView
  className: string | undefined
}

/** One entry; its video covers the artwork after play is pressed (D29). */
export function SongCard({ song: entry, index, view, className }: SongCardProps) {
  const { code, country, artist, song, youtubeId } = entry
  const showsVideo = code === view.playing && youtubeId !== null
  return (
    <li
      className={classes(cardLook, 'overflow-hidden', showsVideo && 'max-md:col-span-full', className)}
      id={code}
    >
      {showsVideo ? (
        <SpotlightArt code={code} seed={index} shape="playing">
          <YouTubePlayer id={youtubeId} title={`${artist}: ${song}`} />
        </SpotlightArt>
      ) : (
        <Cover song={entry} index={index} playHref={`${toSongsHref(view, code)}#${code}`} />
      )}
      <div className="px-[1.1rem] pt-4 pb-[1.2rem] max-md:px-[0.8rem] max-md:pt-3 max-md:pb-[0.9rem]">
        <p className="text-muted text-sm">{country}</p>
        <h3
          translate="no"
          className="display wrap-anywhere mt-[0.15rem] mb-[0.35rem] text-[1.75rem] leading-[0.98] max-md:text-[1.4375rem]"
        >
          {song}
        </h3>
        <p translate="no" className="wrap-anywhere font-[600]">
          {artist}
        </p>
        <p className="text-muted text-sm">{entry.shows}</p>
        <p className="flex min-h-11 items-center justify-between">
          <Price tenths={entry.priceTenths} /> {view.isTeamOpen && <AddLink code={code} country={country} />}
        </p>
        {showsVideo && (
          <LinkButton variant="line" icon="x" href={`${toSongsHref(view)}#${code}`}>
            Close video
          </LinkButton>
        )}
      </div>
    </li>
  )
}

/** Leads to the country on the team page, which adds it and asks strangers to sign in first. */
function AddLink({ code, country }: { code: string; country: string }) {
  return (
    <TextLink href={`/game/team?details=${code}`} aria-label={`Add ${country} to your team`} rel="nofollow">
      <Icon name="plus" />
      Add
    </TextLink>
  )
}

/** The entry's photo, or the flag's spotlight, with flag and play button. */
function Cover({ song: entry, index, playHref }: { song: Song; index: number; playHref: string }) {
  const { code, artist, song, imageUrl, youtubeId } = entry
  const overlay = (
    <>
      <InlineFlag
        code={code}
        size="l"
        className="absolute bottom-4 left-4 max-md:bottom-[0.7rem] max-md:left-[0.7rem] max-md:w-11"
      />
      {youtubeId && <PlayLink label={`Play ${song} by ${artist}`} href={playHref} isSmall />}
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

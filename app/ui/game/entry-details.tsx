import type { ReactNode } from 'react'
import type { Entry } from '#app/game/season/contest.ts'
import { Photo } from '#app/ui/art/art-frame.tsx'
import { Flag } from '#app/ui/art/flag.tsx'
import { PlayButton } from '#app/ui/art/play.tsx'
import { SpotlightArt } from '#app/ui/art/spotlights.tsx'
import { IconButton } from '#app/ui/forms/button.tsx'
import { Dialog } from '#app/ui/forms/dialog.tsx'
import { FieldError } from '#app/ui/forms/field.tsx'
import { AdSlot } from '#app/ui/news/ad-slot.tsx'
import { YouTubePlayer } from '#app/ui/news/embed-frame.tsx'
import { Price } from './price.tsx'

/** Id of the reason, for `aria-describedby` of the disabled button. */
export const REASON_ID = 'why-not-add'

interface EntryDetailsProps {
  entry: Entry
  isPlaying: boolean
  /** Why the country cannot be added, in words; null when it can, or is selected. */
  reason?: string | null
  onClose: () => void
  footer: ReactNode
}

/** A country's details in a dialog of the draft's form (spec 2): names, song, video or picture, price, and the editors' text. */
export function EntryDetails({ entry, isPlaying, reason, onClose, footer }: EntryDetailsProps) {
  const title = (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-[0.4rem]">
      <Flag code={entry.code} /> {entry.country}
    </span>
  )
  const close = <IconButton icon="x" label="Close" name="intent" value="close" />
  return (
    <Dialog title={title} close={close} onClose={onClose} footer={footer}>
      <div className="grid gap-[0.9rem]">
        <EntryMedia entry={entry} isPlaying={isPlaying} />
        <AdSlot />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <div translate="no">
            <p className="title text-lg">{entry.artist}</p>
            <p className="text-muted">“{entry.song}”</p>
          </div>
          <Price tenths={entry.priceTenths} large />
        </div>
        {entry.extraInfo && (
          <div>
            <h3>About</h3>
            <p>{entry.extraInfo}</p>
          </div>
        )}
        {reason && <FieldError id={REASON_ID}>{reason}</FieldError>}
      </div>
    </Dialog>
  )
}

/** The video once play was pressed (D29); until then, or without a video, the picture or spotlight art. */
function EntryMedia({ entry, isPlaying }: Pick<EntryDetailsProps, 'entry' | 'isPlaying'>) {
  const { code, artist, song, youtubeId, imageUrl } = entry
  if (isPlaying && youtubeId) {
    return (
      <SpotlightArt code={code} seed={1} shape="video">
        <YouTubePlayer id={youtubeId} title={`${artist}: ${song}`} />
      </SpotlightArt>
    )
  }
  const play = youtubeId && <PlayButton label={`Play video: ${song}`} name="intent" value="play" />
  return imageUrl ? (
    <Photo src={imageUrl} shape="wide">
      {play}
    </Photo>
  ) : (
    <SpotlightArt code={code} seed={1} shape="wide">
      {play}
    </SpotlightArt>
  )
}

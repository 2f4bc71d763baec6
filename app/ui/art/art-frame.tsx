import type { ReactNode } from 'react'
import { classes } from '#app/ui/classes.ts'

const shapes = {
  card: 'aspect-16/10',
  wide: 'aspect-2/1',
  banner: 'aspect-16/6',
  strip: 'aspect-16/5',
  video: 'aspect-16/9',
  lead: 'aspect-16/11 size-full',
  song: 'aspect-4/3 max-md:aspect-square',
  // The size of the song's picture, so that its row does not change; on phones the card is as wide as the page.
  playing: 'aspect-4/3 max-md:aspect-16/9',
} as const

export type ArtShape = keyof typeof shapes

export interface ArtFrameProps {
  shape?: ArtShape
  isRounded?: boolean
  className?: string
  /** The picture; a flag, a play button or a video on top. */
  children?: ReactNode
}

/** The frame of a photo, or of the spotlight art that replaces a missing one. */
export function ArtFrame({ shape = 'card', isRounded, className, children }: ArtFrameProps) {
  return (
    <div
      className={classes(
        'relative isolate overflow-hidden bg-art',
        shapes[shape],
        isRounded && 'rounded-lg',
        className,
      )}
    >
      {children}
    </div>
  )
}

/** A photo that fills its frame. */
export function Photo({ src, isLazy, ...frame }: { src: string; isLazy?: boolean } & ArtFrameProps) {
  const { children, ...rest } = frame
  return (
    <ArtFrame {...rest}>
      <img
        className="absolute inset-0 size-full object-cover"
        src={src}
        alt=""
        loading={isLazy ? 'lazy' : undefined}
      />
      {children}
    </ArtFrame>
  )
}

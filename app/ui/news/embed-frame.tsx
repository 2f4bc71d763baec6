import type { ComponentPropsWithoutRef } from 'react'

type EmbedFrameProps = Omit<ComponentPropsWithoutRef<'iframe'>, 'sandbox' | 'src' | 'title'> & {
  src: string
  title: string
}

/**
 * Allows an embed its own scripts, cookies and storage (`allow-same-origin` means its own origin, not ours), and new
 * windows for its links. It can neither navigate this page nor open alerts.
 */
const sandbox = 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox'

/** A frame with a video or a post of another site (D28, D29). Every frame must be one, so that all are sandboxed. */
export function EmbedFrame(props: EmbedFrameProps) {
  return <iframe {...props} sandbox={sandbox} />
}

/**
 * YouTube's player without cookies, in an ArtFrame. Render it only after play was pressed: it contacts YouTube at once.
 * Its colour scheme is light: on a dark page a frame without one is painted white while it loads.
 */
export function YouTubePlayer({ id, title }: { id: string; title: string }) {
  return (
    <EmbedFrame
      className="scheme-light absolute inset-0 size-full"
      src={`https://www.youtube-nocookie.com/embed/${encodeURIComponent(id)}?autoplay=1`}
      title={title}
      allow="autoplay; encrypted-media; picture-in-picture"
      allowFullScreen
    />
  )
}

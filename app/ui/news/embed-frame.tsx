import type { ComponentPropsWithoutRef } from 'react'

type EmbedFrameProps = Omit<ComponentPropsWithoutRef<'iframe'>, 'sandbox' | 'src' | 'title'> & {
  src: string
  title: string
}

/**
 * What a player or a post needs of a page: its own script, its own cookies (it is another site, whatever is allowed here), and
 * windows of its own for links that lead to it. It cannot lead this page away, nor open its dialogs.
 */
const sandbox = 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox'

/** A frame with a video or a post of another site (D28, D29). No page has any other frame. */
export function EmbedFrame(props: EmbedFrameProps) {
  return <iframe {...props} sandbox={sandbox} />
}

import { type ContentPart, type Embed, toEmbedUrl } from '#app/game/article/article-content.ts'
import { SpotlightArt } from '#app/ui/art/spotlights.tsx'
import { IconLink, LinkButton } from '#app/ui/forms/button.tsx'
import { YouTubePlayer } from '#app/ui/game/entry-details.tsx'
import { EmbedFrame } from './embed-frame.tsx'

interface ArticleContentProps {
  parts: readonly ContentPart[]
  /** The id of the video that plays (D29). */
  playing: string | null
  /** Whether the visitor accepted social cookies (D28). */
  showsSocials: boolean
  /** Leaves out links: following one would lose what the editor typed. */
  isPreview?: boolean
}

/** An article's content: sanitised HTML, videos that load when played, and posts that load with consent. */
export function ArticleContent({ parts, ...state }: ArticleContentProps) {
  return (
    <div className="parts">
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of an article have no id and never move
        <Part key={index} part={part} id={`part-${index}`} {...state} />
      ))}
    </div>
  )
}

type PartProps = Omit<ArticleContentProps, 'parts'> & { id: string }

function Part({ part, ...rest }: PartProps & { part: ContentPart }) {
  if (part.kind === 'html') {
    // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised when it was saved, or just now (D28)
    return <div className="prose" dangerouslySetInnerHTML={{ __html: part.html }} />
  }
  return part.kind === 'youtube' ? (
    <YouTubeEmbed part={part} {...rest} />
  ) : (
    <InstagramEmbed part={part} {...rest} />
  )
}

function YouTubeEmbed({
  part,
  id,
  playing,
  isPreview,
}: PartProps & { part: Extract<Embed, { kind: 'youtube' }> }) {
  const title = part.title || 'YouTube video'
  return (
    <div id={id}>
      <SpotlightArt code={null} seed={1} className="art-video art-round">
        {!isPreview &&
          (playing === part.videoId ? (
            <YouTubePlayer id={part.videoId} title={title} />
          ) : (
            <IconLink
              className="playbtn play"
              variant="spot"
              icon="play"
              label={`Play video: ${title}`}
              href={`?play=${part.videoId}#${id}`}
              rel="nofollow"
            />
          ))}
      </SpotlightArt>
      {isPreview && <p className="text-sm text-muted muted sm">{title}: loads when a reader presses play.</p>}
    </div>
  )
}

function InstagramEmbed({
  part,
  showsSocials,
  isPreview,
}: PartProps & { part: Extract<Embed, { kind: 'instagram' }> }) {
  if (showsSocials && !isPreview) {
    const title = part.title || 'Instagram post'
    return <EmbedFrame className="post" src={toEmbedUrl(part)} title={title} loading="lazy" />
  }
  return (
    <div className="embed">
      <h2 className="h3">Social Media Content Hidden</h2>
      <p>
        This post comes from Instagram, which sets cookies of its own. It shows once you accept social
        cookies.
      </p>
      {!isPreview && (
        <LinkButton variant="line" href="?dialog=cookies">
          Update Cookie Preferences
        </LinkButton>
      )}
    </div>
  )
}

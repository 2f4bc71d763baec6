import { type ContentPart, type Embed, toEmbedUrl } from '#app/game/article/article-content.ts'
import { PlayLink } from '#app/ui/art/play.tsx'
import { SpotlightArt } from '#app/ui/art/spotlights.tsx'
import { LinkButton } from '#app/ui/forms/button.tsx'
import { EmbedFrame, YouTubePlayer } from './embed-frame.tsx'

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
    <div className="grid grid-cols-1 gap-[1.6rem]">
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of an article have no id and never move
        <Part key={index} part={part} id={`part-${index}`} {...state} />
      ))}
    </div>
  )
}

/** The summary above an article's content. */
export function Standfirst({ children }: { children: string }) {
  return <p className="wrap-anywhere mt-7 mb-5 max-w-[48ch] font-[500] text-[1.375rem]/[1.45]">{children}</p>
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
    <div className="max-w-168" id={id}>
      <SpotlightArt code={null} seed={1} shape="video" isRounded>
        {!isPreview &&
          (playing === part.videoId ? (
            <YouTubePlayer id={part.videoId} title={title} />
          ) : (
            <PlayLink label={`Play video: ${title}`} href={`?play=${part.videoId}#${id}`} />
          ))}
      </SpotlightArt>
      {isPreview && <p className="text-muted text-sm">{title}: loads when a reader presses play.</p>}
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
    return (
      <EmbedFrame
        className="h-176 w-full max-w-168 rounded-lg border border-line bg-surface"
        src={toEmbedUrl(part)}
        title={title}
        loading="lazy"
      />
    )
  }
  return (
    <div className="grid max-w-168 justify-items-start gap-3 rounded-lg border-[1.5px] border-edge border-dashed p-6">
      <h2 className="title text-lg">Social Media Content Hidden</h2>
      <p>A post from Instagram, which sets cookies of its own. Accept social cookies to see it.</p>
      {!isPreview && (
        <LinkButton variant="line" href="?dialog=cookies">
          Update Cookie Preferences
        </LinkButton>
      )}
    </div>
  )
}

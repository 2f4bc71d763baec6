import {
  type ArticleCard,
  type ArticleCategory,
  articleHref,
  categoryLabels,
} from '#app/game/article/article.ts'
import { formatDay } from '#app/game/time/instant.ts'
import { type ArtShape, Photo } from '#app/ui/art/art-frame.tsx'
import { Icon } from '#app/ui/art/icon.tsx'
import { SpotlightArt } from '#app/ui/art/spotlights.tsx'
import { classes } from '#app/ui/classes.ts'
import { Badge, type BadgeTone } from '#app/ui/data/badge.tsx'
import { cardLook } from '#app/ui/data/card.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'

const categoryTones: Record<ArticleCategory, BadgeTone> = {
  COMPETITION: 'spot',
  FANTASY_GAME: 'ink',
  OTHER: 'line',
}

export function CategoryBadge({ category }: Pick<ArticleCard, 'category'>) {
  return <Badge tone={categoryTones[category]}>{categoryLabels[category]}</Badge>
}

export const metaLook = 'flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-muted'

interface ArticleMetaProps extends Pick<ArticleCard, 'category' | 'publishDate'> {
  className?: string
}

export function ArticleMeta({ category, publishDate, className }: ArticleMetaProps) {
  return (
    <div className={classes(metaLook, className)}>
      <CategoryBadge category={category} />
      <time dateTime={publishDate}>{formatDay(publishDate)}</time>
    </div>
  )
}

/** The picture of an article, or spotlight art of its country (D33). `seed` varies the art from card to card. */
export function ArticleArt({ article, seed, isLazy, ...frame }: ArticleArtProps) {
  const { imageUrl, countryCode } = article
  return imageUrl ? (
    <Photo src={imageUrl} isLazy={isLazy} {...frame} />
  ) : (
    <SpotlightArt code={countryCode} seed={seed} {...frame} />
  )
}

interface ArticleArtProps {
  article: Pick<ArticleCard, 'imageUrl' | 'countryCode'>
  seed: number
  isLazy?: boolean
  shape?: ArtShape
  isRounded?: boolean
}

interface NewsCardProps {
  article: ArticleCard
  index: number
  /** Leaves out the summary: beside another article. */
  isBrief?: boolean
  /** wide: in a list of two columns; lead: as wide as the page, the first of a list. */
  size?: keyof typeof sizes
}

const small = {
  card: 'flex h-full flex-col',
  body: 'flex flex-1 flex-col gap-[0.6rem] px-5 pt-[1.15rem] pb-4',
  title: 'text-[1.25rem] leading-[1.15] font-stretch-96%',
  summary: 'text-sm',
  link: 'mt-auto',
} as const
const sizes = {
  card: { shape: 'card', ...small },
  wide: { shape: 'wide', ...small },
  lead: {
    shape: 'lead',
    card: 'grid min-[56rem]:grid-cols-[1.15fr_1fr]',
    body: 'flex flex-col justify-center gap-[0.9rem] p-[clamp(1.25rem,3vw,2.25rem)]',
    title: 'display text-h2',
    summary: '',
    link: '',
  },
} as const

/** The whole card is a link to the article; Read More is the visible one. */
export function NewsCard({ article, index, isBrief, size = 'card' }: NewsCardProps) {
  const href = articleHref(article)
  const look = sizes[size]
  return (
    <article className={classes(cardLook, 'relative overflow-hidden', look.card)}>
      <ArticleArt article={article} seed={index} shape={look.shape} isLazy />
      <div className={look.body}>
        <ArticleMeta {...article} />
        <h3 className={classes('wrap-anywhere', look.title)}>
          <a className="text-inherit no-underline after:absolute after:inset-0 hover:underline" href={href}>
            {article.title}
          </a>
        </h3>
        {!isBrief && article.summary && (
          <p className={classes('wrap-anywhere line-clamp-4 text-muted', look.summary)}>{article.summary}</p>
        )}
        <TextLink
          className={classes('relative z-1 self-start', look.link)}
          href={href}
          aria-label={`Read More: ${article.title}`}
        >
          Read More <Icon name="arrow-right" />
        </TextLink>
      </div>
    </article>
  )
}

import {
  type ArticleCard,
  type ArticleCategory,
  articleHref,
  categoryLabels,
} from '#app/game/article/article.ts'
import { formatDay } from '#app/game/time/instant.ts'
import { Icon } from '#app/ui/art/icon.tsx'
import { SpotlightArt } from '#app/ui/art/spotlights.tsx'
import { classes } from '#app/ui/classes.ts'
import { Badge, type BadgeTone } from '#app/ui/data/badge.tsx'
import { cardClass } from '#app/ui/data/card.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'

const categoryTones: Record<ArticleCategory, BadgeTone> = {
  COMPETITION: 'spot',
  FANTASY_GAME: 'ink',
  OTHER: 'line',
}

export function CategoryBadge({ category }: Pick<ArticleCard, 'category'>) {
  return <Badge tone={categoryTones[category]}>{categoryLabels[category]}</Badge>
}

export function ArticleMeta({ category, publishDate }: Pick<ArticleCard, 'category' | 'publishDate'>) {
  return (
    <div className="meta">
      <CategoryBadge category={category} />
      <time dateTime={publishDate}>{formatDay(publishDate)}</time>
    </div>
  )
}

/** The picture of an article, or spotlight art of its country (D33). `seed` varies the art from card to card. */
export function ArticleArt({
  article,
  seed,
  className,
  isLazy,
}: {
  article: Pick<ArticleCard, 'imageUrl' | 'countryCode'>
  seed: number
  className?: string
  isLazy?: boolean
}) {
  if (!article.imageUrl) return <SpotlightArt code={article.countryCode} seed={seed} className={className} />
  return (
    <div className={classes('art', className)}>
      <img src={article.imageUrl} alt="" loading={isLazy ? 'lazy' : undefined} />
    </div>
  )
}

interface NewsCardProps {
  article: ArticleCard
  index: number
  /** Leaves out the summary: beside another article. */
  isBrief?: boolean
  /** Large, as wide as the page: the first of a list. */
  isLead?: boolean
}

export function NewsCard({ article, index, isBrief, isLead }: NewsCardProps) {
  const href = articleHref(article)
  return (
    <article className={classes(cardClass, isLead ? 'newslead' : 'news')}>
      <ArticleArt article={article} seed={index} isLazy />
      <div className="b">
        <ArticleMeta {...article} />
        <h3>
          <a href={href}>{article.title}</a>
        </h3>
        {!isBrief && article.summary && <p>{article.summary}</p>}
        <TextLink
          className={classes('relative z-1 self-start', !isLead && 'mt-auto')}
          href={href}
          aria-label={`Read More: ${article.title}`}
        >
          Read More <Icon name="arrow-right" />
        </TextLink>
      </div>
    </article>
  )
}

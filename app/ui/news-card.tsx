import type { ArticleCard, ArticleCategory } from '#app/game/article.ts'
import { formatDay } from '#app/game/instant.ts'
import { Badge, type BadgeTone } from './badge.tsx'
import { BeamArt } from './beams.tsx'
import { Icon } from './icon.tsx'

const categories: Record<ArticleCategory, { label: string; tone: BadgeTone }> = {
  COMPETITION: { label: 'Eurovision', tone: 'spot' },
  FANTASY_GAME: { label: 'Game', tone: 'ink' },
  OTHER: { label: 'General', tone: 'line' },
}

/** Where an article lives: /news/{id}-{slug} (D32). */
export function articleHref({ id, slug }: Pick<ArticleCard, 'id' | 'slug'>): string {
  return `/news/${id}-${slug}`
}

/** Category and day of an article. */
export function ArticleMeta({ category, publishDate }: Pick<ArticleCard, 'category' | 'publishDate'>) {
  const { label, tone } = categories[category]
  return (
    <div className="meta">
      <Badge tone={tone}>{label}</Badge>
      <time dateTime={publishDate}>{formatDay(publishDate)}</time>
    </div>
  )
}

/** An article in a grid: picture or light, category, day, title, summary, Read More. */
export function NewsCard({ article, index }: { article: ArticleCard; index: number }) {
  const href = articleHref(article)
  return (
    <article className="card news">
      {article.imageUrl ? (
        <div className="art">
          <img src={article.imageUrl} alt="" loading="lazy" />
        </div>
      ) : (
        <BeamArt code={article.countryCode} seed={index} />
      )}
      <div className="b">
        <ArticleMeta {...article} />
        <h3>
          <a href={href}>{article.title}</a>
        </h3>
        <p>{article.summary}</p>
        <a className="link" href={href} aria-label={`Read More: ${article.title}`}>
          Read More <Icon name="arrow-right" />
        </a>
      </div>
    </article>
  )
}

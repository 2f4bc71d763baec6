import { type Article, articleHref, lastChangeOf } from '#app/game/article.ts'

/** The site for search engines (schema.org WebSite). */
export function siteData(origin: string): object {
  return { '@type': 'WebSite', name: 'Douze', url: `${origin}/`, publisher: publisher(origin) }
}

type Written = Pick<Article, 'id' | 'slug' | 'title' | 'summary' | 'imageUrl' | 'publishDate' | 'updatedAt'>

/** An article for search engines (schema.org NewsArticle). */
export function articleData(origin: string, article: Written): object {
  const url = new URL(articleHref(article), origin).href
  return {
    '@type': 'NewsArticle',
    headline: article.title,
    description: article.summary,
    image: [new URL(article.imageUrl ?? '/share.png', origin).href],
    datePublished: article.publishDate,
    dateModified: lastChangeOf(article),
    url,
    mainEntityOfPage: url,
    author: publisher(origin),
    publisher: publisher(origin),
  }
}

function publisher(origin: string) {
  return {
    '@type': 'Organization',
    name: 'Douze',
    url: `${origin}/`,
    logo: { '@type': 'ImageObject', url: `${origin}/icons/icon-512.png` },
  }
}

import { type Article, articleHref, findLastChangeDay } from '#app/game/article/article.ts'

export function buildSiteData(origin: string): object {
  return { '@type': 'WebSite', name: 'Douze', url: `${origin}/`, publisher: buildPublisher(origin) }
}

type ArticleFields = Pick<
  Article,
  'id' | 'slug' | 'title' | 'summary' | 'imageUrl' | 'publishDate' | 'updatedAt'
>

export function buildArticleData(origin: string, article: ArticleFields): object {
  const url = new URL(articleHref(article), origin).href
  return {
    '@type': 'NewsArticle',
    headline: article.title,
    description: article.summary,
    image: [new URL(article.imageUrl ?? '/share.png', origin).href],
    datePublished: article.publishDate,
    dateModified: findLastChangeDay(article),
    url,
    mainEntityOfPage: url,
    author: buildPublisher(origin),
    publisher: buildPublisher(origin),
  }
}

function buildPublisher(origin: string) {
  return {
    '@type': 'Organization',
    name: 'Douze',
    url: `${origin}/`,
    logo: { '@type': 'ImageObject', url: `${origin}/icons/icon-512.png` },
  }
}

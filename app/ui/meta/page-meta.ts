import type { MetaDescriptor } from '@remix-run/react'
import { formatDocumentTitle, SITE_NAME } from './document-title.ts'

/** Drawn by scripts/generate-images.tsx. */
const SHARE_IMAGE = {
  path: '/share.png',
  width: '1200',
  height: '630',
  alt: 'Six stage lamps, each throwing the colours of a flag',
} as const

export interface PageMeta {
  /** What the page is called; its document adds the name of the site. */
  title: string
  /** The whole title of the document, where it is no title with the site's name behind it. */
  documentTitle?: string
  description: string
  /** The one address of the page, without origin and query: what search engines keep. */
  path: string
  type?: 'website' | 'article'
  /** A picture of the page's own, as a path or an address; without one the site's. */
  imageUrl?: string | null
  /** What machines read of the page (JSON-LD), made with the site's origin. Remix escapes it. */
  structuredData?: (origin: string) => object
}

/** Title, description and what other sites show of a public page (Open Graph, JSON-LD, one canonical address). */
export function buildPageMeta(matches: readonly Match[], page: PageMeta): MetaDescriptor[] {
  const origin = getOrigin(matches)
  return [
    { title: page.documentTitle ?? formatDocumentTitle(page.title) },
    { name: 'description', content: page.description },
    { property: 'og:site_name', content: SITE_NAME },
    { property: 'og:type', content: page.type ?? 'website' },
    { property: 'og:title', content: page.title },
    { property: 'og:description', content: page.description },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(origin === undefined ? [] : getUrlTags(origin, page)),
  ]
}

/** What can only be said with the site's own address. */
function getUrlTags(origin: string, { path, imageUrl, structuredData: data }: PageMeta): MetaDescriptor[] {
  const url = new URL(path, origin).href
  return [
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:url', content: url },
    ...getImageTags(origin, imageUrl),
    ...(data ? [{ 'script:ld+json': { '@context': 'https://schema.org', ...data(origin) } }] : []),
  ]
}

function getImageTags(origin: string, imageUrl: string | null | undefined): MetaDescriptor[] {
  if (imageUrl) return [{ property: 'og:image', content: new URL(imageUrl, origin).href }]
  const { path, width, height, alt } = SHARE_IMAGE
  return [
    { property: 'og:image', content: new URL(path, origin).href },
    { property: 'og:image:width', content: width },
    { property: 'og:image:height', content: height },
    { property: 'og:image:alt', content: alt },
  ]
}

interface Match {
  id: string
  data: unknown
}

/** The site's own address comes from the root's loader; there is none when that has failed. */
function getOrigin(matches: readonly Match[]): string | undefined {
  const root = matches.find((match) => match.id === 'root')?.data
  if (typeof root !== 'object' || root === null || !('origin' in root)) return undefined
  return typeof root.origin === 'string' ? root.origin : undefined
}

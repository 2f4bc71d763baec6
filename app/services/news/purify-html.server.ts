import purifier from 'isomorphic-dompurify'
import { isImageUrl } from '#app/game/article/article.ts'
import { isPostPath, isVideoId, parseEmbedUrl } from '#app/game/article/article-content.ts'
import { RemovedContent } from './removed-content.server.ts'

/** Sanitised HTML and a description of what was removed. */
export interface PurifiedHtml {
  html: string
  removed: readonly string[]
}

const allowedTags = [
  ...['p', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'div', 'span', 'blockquote', 'pre'],
  ...['strong', 'b', 'em', 'i', 'u', 's', 'del', 'ins', 'mark', 'small', 'sub', 'sup', 'abbr', 'q', 'cite'],
  ...['code', 'kbd', 'samp', 'time', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'a', 'img', 'figure', 'figcaption'],
  ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'iframe'],
]
const allowedAttributes = [
  ...['href', 'title', 'alt', 'src', 'width', 'height', 'colspan', 'rowspan', 'scope', 'start', 'reversed'],
  ...['datetime', 'lang', 'dir', 'data-youtube', 'data-instagram', 'data-instgrm-permalink'],
]

/**
 * Sanitises an editor's HTML (D28): allows text and tables, our own images, links, and embeds of YouTube and
 * Instagram by exact host and path. An h1 becomes an h2, because the title is the h1. Crafted HTML can block it
 * indefinitely, so it runs in a worker thread (sanitise-article.server.ts).
 */
export function purifyHtml(source: string): PurifiedHtml {
  const body = purifier.sanitize(source, {
    ALLOWED_TAGS: allowedTags,
    ALLOWED_ATTR: allowedAttributes,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM: true,
  })
  if (!isElement(body)) throw new Error('The sanitiser did not return a body')
  const removedContent = new RemovedContent()
  for (const one of purifier.removed) removedContent.add(one)
  cleanTree(body, removedContent)
  removedContent.addDropped(source, body)
  return { html: body.innerHTML, removed: removedContent.lines() }
}

/** DOMPurify's body belongs to an inert document: nothing in it loads or runs. */
function isElement(node: Node): node is HTMLElement {
  return node.nodeType === 1
}

/** Applies the rules that a list of allowed names cannot express. */
function cleanTree(body: HTMLElement, removedContent: RemovedContent): void {
  for (const each of body.querySelectorAll('iframe')) cleanFrame(each, removedContent)
  for (const each of body.querySelectorAll('blockquote[data-instgrm-permalink]'))
    cleanInstagramPost(each, removedContent)
  for (const each of body.querySelectorAll('[data-youtube], [data-instagram]')) cleanStoredEmbed(each)
  for (const each of body.querySelectorAll('[data-instgrm-permalink]')) {
    each.removeAttribute('data-instgrm-permalink')
  }
  for (const each of body.querySelectorAll('img')) cleanImage(each, removedContent)
  for (const each of body.querySelectorAll('a')) cleanLink(each, removedContent)
  for (const each of body.querySelectorAll('h1')) lowerHeading(each, removedContent)
  // In reverse, so that the embeds of one block retain their order when moved behind it.
  const embeds = [...body.querySelectorAll('[data-youtube], [data-instagram]')]
  for (const each of embeds.reverse()) moveToTopLevel(each, body)
}

function cleanFrame(frame: HTMLIFrameElement, removedContent: RemovedContent): void {
  const address = frame.getAttribute('src') ?? ''
  const embed = parseEmbedUrl(address)
  removedContent.markHandled(frame)
  if (embed) {
    replaceByEmbed(frame, embed.kind, embed.kind === 'youtube' ? embed.videoId : embed.path)
  } else {
    removedContent.addLine(`iframe ${describeSource(address)}`)
    frame.remove()
  }
}

/** Instagram's own snippet: a blockquote that its script would turn into the post. */
function cleanInstagramPost(quotation: Element, removedContent: RemovedContent): void {
  const embed = parseEmbedUrl(quotation.getAttribute('data-instgrm-permalink') ?? '')
  if (embed?.kind !== 'instagram') return
  removedContent.markHandled(quotation)
  replaceByEmbed(quotation, 'instagram', embed.path)
}

/** Validates a stored embed; an invalid one loses its data attributes. */
function cleanStoredEmbed(element: Element): void {
  const video = element.getAttribute('data-youtube')
  const post = element.getAttribute('data-instagram')
  const isAlone = element.localName === 'div' && !element.hasChildNodes()
  element.removeAttribute('data-youtube')
  element.removeAttribute('data-instagram')
  if (isAlone && video !== null && isVideoId(video)) replaceByEmbed(element, 'youtube', video)
  else if (isAlone && post !== null && isPostPath(post)) replaceByEmbed(element, 'instagram', post)
}

/** The attributes are in the order that game/article-content parses. */
function replaceByEmbed(element: Element, kind: 'youtube' | 'instagram', id: string): void {
  const embed = element.ownerDocument.createElement('div')
  embed.setAttribute(`data-${kind}`, id)
  const title = element.getAttribute('title')
  if (title) embed.setAttribute('title', title)
  element.replaceWith(embed)
}

function cleanImage(image: HTMLImageElement, removedContent: RemovedContent): void {
  const address = image.getAttribute('src') ?? ''
  if (isImageUrl(address)) {
    if (!image.hasAttribute('alt')) image.setAttribute('alt', '')
    return
  }
  removedContent.markHandled(image)
  removedContent.addLine(`image ${describeSource(address)}`)
  image.remove()
}

/** Allows http(s) and mailto URLs and URLs of this site; external links get noopener and noreferrer. */
function cleanLink(link: HTMLAnchorElement, removedContent: RemovedContent): void {
  // Browsers ignore tabs and line breaks in URLs: '/<tab>/elsewhere' is '//elsewhere'.
  const address = (link.getAttribute('href') ?? '').trim().replace(/[\t\n\r]/g, '')
  if (/^https?:\/\//i.test(address)) {
    link.setAttribute('rel', 'noopener noreferrer')
  } else if (address !== '' && !/^(mailto:|#|\/(?![/\\]))/i.test(address)) {
    removedContent.addLine('href on <a>')
    link.removeAttribute('href')
  }
}

function lowerHeading(heading: Element, removedContent: RemovedContent): void {
  removedContent.markHandled(heading)
  removedContent.addLine('<h1>, now <h2>')
  const lower = heading.ownerDocument.createElement('h2')
  lower.append(...heading.childNodes)
  heading.replaceWith(lower)
}

/** Moves embeds between paragraphs, so that a page can be rendered in parts; ancestors left empty are removed. */
function moveToTopLevel(embed: Element, body: HTMLElement): void {
  const around = embed.closest('body > *')
  if (!around || around === embed) return
  const parent = embed.parentElement
  around.after(embed)
  removeEmptyAncestors(parent, body)
}

function removeEmptyAncestors(element: Element | null, body: HTMLElement): void {
  if (element === null || element === body || element.textContent?.trim() !== '') return
  if (element.querySelector('img, hr, [data-youtube], [data-instagram]')) return
  const parent = element.parentElement
  element.remove()
  removeEmptyAncestors(parent, body)
}

/** 'from evil.example', when the URL has a host. */
function describeSource(address: string): string {
  const url = URL.canParse(address, 'https://here.invalid')
    ? new URL(address, 'https://here.invalid')
    : undefined
  if (url && url.hostname !== '' && url.hostname !== 'here.invalid')
    return `from ${url.hostname.slice(0, 60)}`
  return address === '' ? 'without an address' : 'from another address'
}

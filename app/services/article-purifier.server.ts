import purifier from 'isomorphic-dompurify'
import { isImageUrl } from '#app/game/article.ts'
import { isPostPath, isVideoId, readEmbed } from '#app/game/article-content.ts'
import { Losses } from './article-losses.server.ts'

/** What is left of an editor's HTML, and what was taken away, in words. */
export interface Purified {
  html: string
  removed: readonly string[]
}

const tags = [
  ...['p', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'div', 'span', 'blockquote', 'pre'],
  ...['strong', 'b', 'em', 'i', 'u', 's', 'del', 'ins', 'mark', 'small', 'sub', 'sup', 'abbr', 'q', 'cite'],
  ...['code', 'kbd', 'samp', 'time', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'a', 'img', 'figure', 'figcaption'],
  ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'iframe'],
]
const attributes = [
  ...['href', 'title', 'alt', 'src', 'width', 'height', 'colspan', 'rowspan', 'scope', 'start', 'reversed'],
  ...['datetime', 'lang', 'dir', 'data-youtube', 'data-instagram', 'data-instgrm-permalink'],
]

/**
 * Makes an editor's HTML safe (D28): text and tables, pictures of our own, links, and embeds of YouTube and
 * Instagram by exact host and path. A heading of the first rank becomes one of the second: the title is the first.
 * It may take for ever over HTML made for that: it belongs in a thread of its own (article-html.server.ts).
 */
export function purifyArticle(source: string): Purified {
  const body = purifier.sanitize(source, {
    ALLOWED_TAGS: tags,
    ALLOWED_ATTR: attributes,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM: true,
  })
  if (!isElement(body)) throw new Error('The sanitiser answered with something else than a body')
  const losses = new Losses()
  for (const one of purifier.removed) losses.add(one)
  tidy(body, losses)
  losses.addVanished(source, body)
  return { html: body.innerHTML, removed: losses.lines() }
}

/** DOMPurify's body: it stands in no document that loads or runs anything. */
function isElement(node: Node): node is HTMLElement {
  return node.nodeType === 1
}

/** What the list of allowed names cannot say. */
function tidy(body: HTMLElement, losses: Losses): void {
  for (const each of body.querySelectorAll('iframe')) tidyFrame(each, losses)
  for (const each of body.querySelectorAll('blockquote[data-instgrm-permalink]')) tidyPost(each, losses)
  for (const each of body.querySelectorAll('[data-youtube], [data-instagram]')) tidyStored(each)
  for (const each of body.querySelectorAll('[data-instgrm-permalink]')) {
    each.removeAttribute('data-instgrm-permalink')
  }
  for (const each of body.querySelectorAll('img')) tidyImage(each, losses)
  for (const each of body.querySelectorAll('a')) tidyLink(each, losses)
  for (const each of body.querySelectorAll('h1')) lowerHeading(each, losses)
  // From the last to the first, so that those of one block keep their order behind it.
  const embeds = [...body.querySelectorAll('[data-youtube], [data-instagram]')]
  for (const each of embeds.reverse()) hoist(each, body)
}

function tidyFrame(frame: HTMLIFrameElement, losses: Losses): void {
  const address = frame.getAttribute('src') ?? ''
  const embed = readEmbed(address)
  losses.account(frame)
  if (embed) {
    replaceByEmbed(frame, embed.kind, embed.kind === 'youtube' ? embed.videoId : embed.path)
  } else {
    losses.say(`iframe ${from(address)}`)
    frame.remove()
  }
}

/** Instagram's own snippet: a quotation that its script would turn into the post. */
function tidyPost(quotation: Element, losses: Losses): void {
  const embed = readEmbed(quotation.getAttribute('data-instgrm-permalink') ?? '')
  if (embed?.kind !== 'instagram') return
  losses.account(quotation)
  replaceByEmbed(quotation, 'instagram', embed.path)
}

/** An embed as it is stored; anything that only looks like one loses the mark. */
function tidyStored(element: Element): void {
  const video = element.getAttribute('data-youtube')
  const post = element.getAttribute('data-instagram')
  const isAlone = element.localName === 'div' && !element.hasChildNodes()
  element.removeAttribute('data-youtube')
  element.removeAttribute('data-instagram')
  if (isAlone && video !== null && isVideoId(video)) replaceByEmbed(element, 'youtube', video)
  else if (isAlone && post !== null && isPostPath(post)) replaceByEmbed(element, 'instagram', post)
}

/** The attributes stand in the order that game/article-content reads. */
function replaceByEmbed(element: Element, kind: 'youtube' | 'instagram', id: string): void {
  const embed = element.ownerDocument.createElement('div')
  embed.setAttribute(`data-${kind}`, id)
  const title = element.getAttribute('title')
  if (title) embed.setAttribute('title', title)
  element.replaceWith(embed)
}

function tidyImage(image: HTMLImageElement, losses: Losses): void {
  const address = image.getAttribute('src') ?? ''
  if (isImageUrl(address)) {
    if (!image.hasAttribute('alt')) image.setAttribute('alt', '')
    return
  }
  losses.account(image)
  losses.say(`image ${from(address)}`)
  image.remove()
}

/** Addresses of the web, of mail, and of this site; what leads elsewhere tells nobody and vouches for nothing. */
function tidyLink(link: HTMLAnchorElement, losses: Losses): void {
  // Browsers read an address as if its tabs and line ends were not there: '/<tab>/elsewhere' is '//elsewhere'.
  const address = (link.getAttribute('href') ?? '').trim().replace(/[\t\n\r]/g, '')
  if (/^https?:\/\//i.test(address)) {
    link.setAttribute('rel', 'noopener noreferrer')
  } else if (address !== '' && !/^(mailto:|#|\/(?![/\\]))/i.test(address)) {
    losses.say('href on <a>')
    link.removeAttribute('href')
  }
}

function lowerHeading(heading: Element, losses: Losses): void {
  losses.account(heading)
  losses.say('<h1>, now <h2>')
  const lower = heading.ownerDocument.createElement('h2')
  lower.append(...heading.childNodes)
  heading.replaceWith(lower)
}

/** Embeds stand between paragraphs, so that a page can be drawn in parts; what held nothing else goes. */
function hoist(embed: Element, body: HTMLElement): void {
  const around = topmost(embed, body)
  if (around === embed) return
  const parent = embed.parentElement
  around.after(embed)
  prune(parent, body)
}

function topmost(element: Element, body: HTMLElement): Element {
  return element.parentElement === null || element.parentElement === body
    ? element
    : topmost(element.parentElement, body)
}

function prune(element: Element | null, body: HTMLElement): void {
  if (element === null || element === body || element.textContent?.trim() !== '') return
  if (element.querySelector('img, hr, [data-youtube], [data-instagram]')) return
  const parent = element.parentElement
  element.remove()
  prune(parent, body)
}

/** 'from evil.example', as far as an address says it. */
function from(address: string): string {
  const url = URL.canParse(address, 'https://here.invalid')
    ? new URL(address, 'https://here.invalid')
    : undefined
  if (url && url.hostname !== '' && url.hostname !== 'here.invalid')
    return `from ${url.hostname.slice(0, 60)}`
  return address === '' ? 'without an address' : 'from another address'
}

/**
 * The parts that a stored article is rendered from, in order. Embeds are stored as empty elements that load nothing:
 * `<div data-youtube="ID">` and `<div data-instagram="p/CODE">`, always at the top level (sanitise-article.server).
 */
export type ContentPart =
  | { kind: 'html'; html: string }
  | { kind: 'youtube'; videoId: string; title: string }
  /** `path` is 'p/CODE' or 'reel/CODE'. */
  | { kind: 'instagram'; path: string; title: string }

/** A post of a video or social network inside an article. */
export type Embed = Exclude<ContentPart, { kind: 'html' }>

const embed = /<div data-(youtube|instagram)="([\w/-]+)"(?: title="([^"]*)")?><\/div>/g

/** Splits sanitised HTML at its embeds. Text cannot be mistaken for one: the sanitiser escapes '<' and '"'. */
export function splitContent(html: string): ContentPart[] {
  const parts: ContentPart[] = []
  let end = 0
  for (const found of html.matchAll(embed)) {
    parts.push({ kind: 'html', html: html.slice(end, found.index) }, toEmbed(found))
    end = found.index + found[0].length
  }
  parts.push({ kind: 'html', html: html.slice(end) })
  return parts.filter((part) => part.kind !== 'html' || part.html.trim() !== '')
}

/** The stored HTML for the editor: embeds as the iframes they came from. */
export function toEditableHtml(html: string): string {
  return html.replace(embed, (...found) => {
    const part = toEmbed(found)
    const title = found[3] ? ` title="${found[3]}"` : ''
    return `<iframe src="${toEmbedUrl(part)}"${title}></iframe>`
  })
}

/** The URL of an embed's iframe: only these two hosts are allowed (D28). */
export function toEmbedUrl(part: Embed): string {
  return part.kind === 'youtube'
    ? `https://www.youtube-nocookie.com/embed/${part.videoId}`
    : `https://www.instagram.com/${part.path}/embed`
}

/** Parses the URL of a typed iframe; null when it is not an allowed embed (D28). */
export function parseEmbedUrl(address: string): Embed | null {
  const url = parseHttpsUrl(address)
  if (!url) return null
  const videoId = findVideo(url)
  if (videoId) return { kind: 'youtube', videoId, title: '' }
  const path = ['www.instagram.com', 'instagram.com'].includes(url.hostname) && findPost(url.pathname)
  return path ? { kind: 'instagram', path, title: '' } : null
}

const videoId = /^[\w-]{11}$/

/** Whether a value of `data-youtube` is a video id. */
export function isVideoId(text: string): boolean {
  return videoId.test(text)
}

/** Whether a value of `data-instagram` is the path of a post or reel. */
export function isPostPath(text: string): boolean {
  return /^(p|reel)\/[\w-]{5,40}$/.test(text)
}

function findVideo({ hostname, pathname, searchParams }: URL): string | undefined {
  const isYoutube = ['www.youtube-nocookie.com', 'www.youtube.com', 'youtube.com', 'm.youtube.com'].includes(
    hostname,
  )
  const inPath = isYoutube ? /^\/(?:embed|shorts)\/([^/]+)\/?$/ : /^\/([^/]+)\/?$/
  const isWatch = isYoutube && pathname === '/watch'
  const id = isWatch ? searchParams.get('v') : inPath.exec(pathname)?.[1]
  const isKnown = isYoutube || hostname === 'youtu.be'
  return isKnown && id && videoId.test(id) ? id : undefined
}

function findPost(pathname: string): string | undefined {
  const [, path = ''] = /^\/((?:p|reel)\/[^/]+)(?:\/embed(?:\/captioned)?)?\/?$/.exec(pathname) ?? []
  return isPostPath(path) ? path : undefined
}

/** Only https on the default port, without credentials. '//host' counts as https. */
function parseHttpsUrl(address: string): URL | null {
  const absolute = address.startsWith('//') ? `https:${address}` : address
  if (!/^https:\/\//i.test(absolute) || !URL.canParse(absolute)) return null
  const url = new URL(absolute)
  return url.port === '' && url.username === '' && url.password === '' ? url : null
}

function toEmbed([, kind, id = '', title = '']: readonly string[]): Embed {
  const decodedTitle = decode(title)
  return kind === 'youtube'
    ? { kind: 'youtube', videoId: id, title: decodedTitle }
    : { kind: 'instagram', path: id, title: decodedTitle }
}

const entities: readonly (readonly [string, string])[] = [
  ['&quot;', '"'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&nbsp;', ' '],
  ['&amp;', '&'],
]

function decode(attribute: string): string {
  return entities.reduce((text, [entity, character]) => text.replaceAll(entity, character), attribute)
}

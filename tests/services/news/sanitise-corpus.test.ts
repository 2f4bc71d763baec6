import purifier from 'isomorphic-dompurify'
import { beforeAll, expect, test } from 'vitest'
import { splitContent } from '#app/game/article/article-content.ts'
import { sanitiseArticle } from '#app/services/news/sanitise-article.server.ts'

/**
 * Known attacks on sanitisers. Each result is parsed, as a whole and in the parts that a page renders, and checked
 * against a list of what is allowed: the list is repeated here on purpose.
 */
const text =
  'p br hr h2 h3 h4 h5 h6 div span blockquote pre strong b em i u s del ins mark small sub sup abbr q cite'
const lists = 'code kbd samp time ul ol li dl dt dd a img figure figcaption'
const tables = 'table caption thead tbody tfoot tr th td'
const elements = new Set(`${text} ${lists} ${tables}`.split(' '))
const everywhere = ['title', 'lang', 'dir']
const attributes: Record<string, readonly string[]> = {
  a: ['href', 'rel'],
  img: ['src', 'alt', 'width', 'height'],
  div: ['data-youtube', 'data-instagram'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan', 'scope'],
  ol: ['start', 'reversed'],
  time: ['datetime'],
  del: ['datetime'],
  ins: ['datetime'],
}
/** Remains on elements where it has no effect. */
const inert = ['width', 'height', 'colspan', 'rowspan', 'scope', 'start', 'reversed', 'datetime', 'alt']
const video = 'SOnuGDvjD6g'

let parser: Document
beforeAll(() => {
  const body = purifier.sanitize('', { RETURN_DOM: true })
  if (!body.ownerDocument) throw new Error('There is no parser')
  parser = body.ownerDocument.implementation.createHTMLDocument('')
})

function parse(html: string): Element {
  const box = parser.createElement('div')
  box.innerHTML = html
  return box
}

/** Describes what some HTML contains and must not. */
function faultsOf(html: string): string[] {
  const box = parse(html)
  const comments = parser.createTreeWalker(box, 128).nextNode() ? ['a comment'] : []
  return [...comments, ...[...box.querySelectorAll('*')].flatMap(faultsOfElement)]
}

function faultsOfElement(element: Element): string[] {
  const name = element.localName
  const isKnown = elements.has(name) && element.namespaceURI === 'http://www.w3.org/1999/xhtml'
  if (!isKnown) return [`<${name}> of ${element.namespaceURI}`]
  const allowed = [...everywhere, ...inert, ...(attributes[name] ?? [])]
  return [...element.attributes].flatMap(({ name: attribute, value }) =>
    allowed.includes(attribute) && isHarmless(attribute, value)
      ? []
      : [`${attribute}="${value}" on <${name}>`],
  )
}

function isHarmless(attribute: string, value: string): boolean {
  switch (attribute) {
    case 'href':
      return leadsSomewhereSafe(value)
    case 'src':
      return /^\/images\/[\w-]+\.webp$/.test(value)
    case 'data-youtube':
      return /^[\w-]{11}$/.test(value)
    case 'data-instagram':
      return /^(p|reel)\/[\w-]+$/.test(value)
    case 'rel':
      return value === 'noopener noreferrer'
    default:
      return true
  }
}

/** Ignores tabs and line ends in a URL, as a browser does. */
function leadsSomewhereSafe(address: string): boolean {
  if (!URL.canParse(address, 'https://douze.example/news/1-x')) return false
  const { protocol, host } = new URL(address, 'https://douze.example/news/1-x')
  const isWritten = /^https?:\/\//i.test(address.trim())
  return (
    protocol === 'mailto:' ||
    (['http:', 'https:'].includes(protocol) && (isWritten || host === 'douze.example'))
  )
}

const alert = 'alert(1)'
const addresses = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  '&#1;javascript:alert(1)',
  '&#x6A;avascript:alert(1)',
  '&#0000106avascript:alert(1)',
  'java&#9;script:alert(1)',
  'java&#10;script:alert(1)',
  'java&NewLine;script:alert(1)',
  'java&Tab;script&colon;alert(1)',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  'java\u0000script:alert(1)',
  '\u00a0javascript:alert(1)',
  'vbscript:msgbox(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==',
  'blob:https://douze.example/1',
  'file:///etc/passwd',
  'view-source:javascript:alert(1)',
  'jar:https://evil.example!/x',
  'intent://evil#Intent;end',
  'tel:+1234',
  'sms:1234',
  'ftp://evil.example',
  'ws://evil.example',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n\\evil.example',
  'https:evil.example',
  'http:/evil.example',
  'https:\\\\evil.example',
  'evil.example',
  '?x',
  '../../auth/sign-out',
]
const lookalikes = [
  'https://www.youtube-nocookie.com.evil.example/embed/SOnuGDvjD6g',
  'https://www.youtube-nocookie.com@evil.example/embed/SOnuGDvjD6g',
  'https://evil.example/www.youtube-nocookie.com/embed/SOnuGDvjD6g',
  'https://evil.example#https://www.youtube.com/embed/SOnuGDvjD6g',
  'https://evil.example?https://www.youtube.com/embed/SOnuGDvjD6g',
  'https://www.youtube.com%2eevil.example/embed/SOnuGDvjD6g',
  'https://www.youtube.com%00.evil.example/embed/SOnuGDvjD6g',
  'https://wwwyoutube.com/embed/SOnuGDvjD6g',
  'https://youtube.com.evil.example/embed/SOnuGDvjD6g',
  'https://xn--youtube-9xf.com/embed/SOnuGDvjD6g',
  'https://www.уoutube.com/embed/SOnuGDvjD6g',
  'https://www.youtube.com./embed/SOnuGDvjD6g',
  'https://www.youtube.com/embed/SOnuGDvjD6g/../../redirect',
  'https://www.youtube.com/embed/%2e%2e/redirect',
  'https://www.youtube.com/embed/SOnuGDvjD6g" onload="alert(1)',
  'https://www.instagram.com.evil.example/p/DJabc-_12/embed',
  'https://instagram.com@evil.example/p/DJabc-_12/embed',
  'https://www.instagram.com/p/DJabc-_12/../../accounts/login',
  'javascript://www.youtube.com/embed/SOnuGDvjD6g%0aalert(1)',
  'data:text/html,https://www.youtube.com/embed/SOnuGDvjD6g',
]
const handlers = [
  ...[
    'onclick',
    'ONLOAD',
    'onerror',
    'onfocus',
    'onpointerover',
    'onanimationstart',
    'ontoggle',
    'onbeforetoggle',
  ],
  ...[
    'onwheel',
    'onscrollend',
    'oncontentvisibilityautostatechange',
    'onsecuritypolicyviolation',
    'onmadeup',
  ],
]
const clobbers = [
  'body',
  'cookie',
  'forms',
  'getElementById',
  '__proto__',
  'constructor',
  'location',
  'attributes',
]
const carriers = [
  'script',
  'style',
  'svg',
  'math',
  'template',
  'noscript',
  'iframe',
  'object',
  'embed',
  'applet',
  'xmp',
]
const more = [
  'plaintext',
  'listing',
  'noembed',
  'noframes',
  'textarea',
  'title',
  'select',
  'marquee',
  'dialog',
  'slot',
]

const corpus: string[] = [
  ...addresses.flatMap((address) => [
    `<a href="${address}">x</a>`,
    `<img src="${address}" alt="x">`,
    `<iframe src="${address}"></iframe>`,
    `<blockquote class="instagram-media" data-instgrm-permalink="${address}">x</blockquote>`,
  ]),
  ...lookalikes.flatMap((address) => [
    `<iframe src="${address}"></iframe>`,
    `<blockquote data-instgrm-permalink="${address}"></blockquote>`,
  ]),
  ...handlers.flatMap((name) => [
    `<p ${name}="${alert}">t</p>`,
    `<p/${name}=${alert}//>t`,
    `<img ${name}=${alert} src=x>`,
  ]),
  ...clobbers.flatMap((name) => [
    `<a id="${name}"></a><a id="${name}" name="x" href="https://e.example"></a>`,
    `<img name="${name}" src="/images/abc.webp"><form name="${name}"><input name="attributes"></form>`,
  ]),
  ...[...carriers, ...more].flatMap((name) => [
    `<${name}>${alert}</${name}>`,
    `<${name}><img src=x onerror=${alert}></${name}>`,
    `<${name}><p title="</${name}><img src=x onerror=${alert}>">`,
    `<svg><${name}><a href="javascript:${alert}">x</a></${name}></svg>`,
    `<math><mtext><${name}><style><img src=x onerror=${alert}></style></${name}></mtext></math>`,
    `<table><${name}><tr><td><a href=javascript:${alert}>`,
  ]),
  '<p style="background:url(javascript:alert(1))">t</p>',
  '<p style="width:expression(alert(1))">t</p>',
  "<style>@import 'https://evil.example/x.css';p{behavior:url(x.htc)}</style>t",
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)"><meta charset="utf-7">+ADw-script+AD4-',
  '<base href="https://evil.example/"><base target="_blank"><a href="/songs">x</a>',
  '<link rel="stylesheet" href="https://evil.example"><link rel="import" href="x">',
  '<form action="https://evil.example"><input type="password" autofocus><button formaction="javascript:alert(1)">Go</button></form>',
  '<img src="/images/abc.webp" srcset="https://evil.example/x.png 2x" sizes="100vw" crossorigin>',
  '<picture><source srcset="https://evil.example/x.png"><img src="/images/abc.webp"></picture>',
  '<img src="/images/abc.webp" usemap="#m"><map name="m"><area href="javascript:alert(1)"></map>',
  '<img src="/images/abc.webp/../../auth/sign-out"><img src="/images/abc.webp?x"><img src="/images/%2e%2e/x.webp">',
  '<a href="https://e.example" ping="https://evil.example" download target=_top attributionsrc="https://evil.example">x</a>',
  '<a href="https://e.example" is="x-y" part="p" slot="s" contenteditable popover nonce="n" accesskey="x">x</a>',
  '<video poster="javascript:alert(1)"><source onerror="alert(1)"></video><audio src=x onerror=alert(1)>',
  '<svg><script>alert(1)</script><use href="data:image/svg+xml,<svg/onload=alert(1)>"/></svg>',
  '<svg><animate attributeName="href" values="javascript:alert(1)"/><set attributeName="onload" to="alert(1)"/></svg>',
  '<svg><foreignObject><iframe srcdoc="<script>alert(1)</script>"></foreignObject></svg>',
  '<svg><style><![CDATA[</style><img src=x onerror=alert(1)>]]></svg>',
  '<svg><desc><p><style><a title="</style><img src onerror=alert(1)>">',
  '<math href="javascript:alert(1)"><maction actiontype="statusline#x" xlink:href="javascript:alert(1)">x</maction></math>',
  '<math><annotation-xml encoding="text/html"><svg><style><img src=x onerror=alert(1)></svg></annotation-xml></math>',
  '<form><math><mtext></form><form><mglyph><svg><mtext><style><path id="</style><img onerror=alert(1) src>">',
  '<math><mtext><table><mglyph><style><math><table id="</table>"><img src onerror=alert(1)">',
  '<noscript><style></noscript><img src=x onerror=alert(1)></style>',
  '<!--><img src=x onerror=alert(1)>--><!--!><script>alert(1)</script>--!><![if]><script>x</script><![endif]>',
  '<?xml version="1.0"?><?x <img src=x onerror=alert(1)> ?><!ENTITY x "y"><![CDATA[<img src=x onerror=alert(1)>]]>',
  '<x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script><html:script>alert(1)</html:script>',
  '<a\u2028href="javascript:alert(1)">x</a><a\u000chref="javascript:alert(1)">y</a><a/href="javascript:alert(1)"/>z',
  '<<script>script>alert(1)<</script>/script><scr\u0000ipt>alert(1)</script><ſcript>alert(1)</ſcript>',
  '<img src=x:x onerror\u000b=alert(1)><img """><script>alert(1)</script>"><img src=`x`onerror=alert(1)>',
  '<div data-youtube="x" data-instagram="p/../x" data-x="y" aria-label="z" role="button" tabindex="0">t</div>',
  `<div data-youtube="${video}" title="&quot;><script>alert(1)</script>"></div>`,
  `<p><div data-youtube="${video}"><script>alert(1)</script></div></p>`,
  `<table><tr><td><iframe src="https://youtu.be/${video}" title="</div><img src=x onerror=alert(1)>"></iframe></table>`,
  '</div></main></body></html><script>alert(1)</script><body onload=alert(1)><html onclick=alert(1)>',
  '<p><b><i><u></p></b></i></u><table><b><tr><a href=javascript:alert(1)><td></b></a></table><li><dd></ul>',
  '<ol><li><table><tr><td><ol><li></table></ol><select><optgroup><option><img src=x onerror=alert(1)></select>',
]

test('the corpus is large, and its check detects unsafe HTML', () => {
  expect(new Set(corpus).size).toBeGreaterThan(350)
  expect(faultsOf('<p>t</p><a href="https://e.example" rel="noopener noreferrer">x</a>')).toEqual([])
  for (const bad of [
    '<script>x</script>',
    '<p onclick="x">t</p>',
    '<a href="java\tscript:x">x</a>',
    '<a href="//evil.example">x</a>',
    '<img src="https://evil.example/x.webp">',
    '<svg></svg>',
    '<p id="x">t</p>',
    '<!-- x -->',
    '<iframe src="https://www.youtube.com/embed/x"></iframe>',
  ])
    expect(faultsOf(bad), bad).not.toEqual([])
})

test('the result of each contains only what the list allows, as a whole and in the parts of a page', async () => {
  const failed: string[] = []
  for (const source of corpus) {
    const cleaned = await sanitiseArticle(source)
    if (!cleaned.ok) continue
    const parts = splitContent(cleaned.html).flatMap((part) => (part.kind === 'html' ? [part.html] : []))
    const again = parse(cleaned.html).innerHTML
    for (const html of [cleaned.html, again, ...parts])
      for (const fault of faultsOf(html)) failed.push(`${fault} from ${source}`)
  }
  expect(failed).toEqual([])
}, 60_000)

test('all of it in one article, forwards and backwards, is as safe as each alone', async () => {
  for (const source of [corpus.join('\n'), corpus.toReversed().join('')]) {
    const cleaned = await sanitiseArticle(source)
    if (cleaned.ok) expect(faultsOf(cleaned.html)).toEqual([])
    else expect(cleaned.problem).toBe('ARTICLE_CONTENT_TANGLED')
  }
}, 60_000)

import { describe, expect, test } from 'vitest'
import { splitContent, toEditableHtml } from '#app/game/article/article-content.ts'
import { sanitiseArticle } from '#app/services/news/sanitise-article.server.ts'

async function clean(source: string) {
  const content = await sanitiseArticle(source)
  if (!content.ok) throw new Error(`${content.problem}: ${source.slice(0, 80)}`)
  return content
}

const video = 'SOnuGDvjD6g'

describe('an article retains allowed HTML', () => {
  test.each([
    '<p>Text with <strong>weight</strong>, <em>tone</em> and <a href="/songs">a way on</a>.</p>',
    '<h2>Heading</h2><h3>Smaller</h3><ul><li>One</li></ul><ol start="3"><li>Three</li></ol>',
    '<blockquote><p>Said</p></blockquote><pre><code>a &lt; b &amp; c</code></pre><hr>',
    '<table><caption>Points</caption><tbody><tr><th scope="row">Austria</th><td>436</td></tr></tbody></table>',
    '<figure><img src="/images/abc_DEF-123.webp" alt="The stage"><figcaption>Credit</figcaption></figure>',
    '<p>Käärijä, “Þorn”, 12 &lt; 24, 🇪🇪</p>',
    '<a href="mailto:news@douze.example">Mail</a><a href="#top">Up</a>',
    'Plain text &amp; nothing else',
    `<div data-youtube="${video}" title="A &quot;film&quot;"></div><div data-instagram="reel/C6abc-_1"></div>`,
    '',
  ])('%s', async (source) => {
    expect(await clean(source)).toEqual({ ok: true, html: source, removed: [] })
  })
})

// [source, stored HTML, removed content]
const removals: [string, string, string[]][] = [
  ['<p>a<script>alert(1)</script>b</p>', '<p>ab</p>', ['<script>']],
  ['<p onclick="x()" onmouseover=y>t</p>', '<p>t</p>', ['onmouseover on <p>', 'onclick on <p>']],
  [
    '<p style="position:fixed" class="toast" id="main">t</p>',
    '<p>t</p>',
    ['id on <p>', 'class on <p>', 'style on <p>'],
  ],
  ['<style>p{display:none}</style><p>t</p>', '<p>t</p>', ['<style>']],
  [
    '<form action="/auth/sign-out"><input name="a"><button>Press</button></form>',
    'Press',
    ['<input>', '<button>', '<form>'],
  ],
  ['<a href="javascript:alert(1)">x</a>', '<a>x</a>', ['href on <a>']],
  ['<a href="jav&#x09;ascript:alert(1)">x</a>', '<a>x</a>', ['href on <a>']],
  ['<a href="//evil.example">x</a>', '<a>x</a>', ['href on <a>']],
  ['<a href="/\\evil.example">x</a>', '<a>x</a>', ['href on <a>']],
  ['<a href="/\t/evil.example">x</a>', '<a>x</a>', ['href on <a>']],
  [
    '<a href="https://e.example/?a&amp;b" target="_blank">x</a>',
    '<a href="https://e.example/?a&amp;b" rel="noopener noreferrer">x</a>',
    ['target on <a>'],
  ],
  ['<img src="https://evil.example/pixel.gif">', '', ['image from evil.example']],
  ['<img src="data:image/png;base64,AAAA">', '', ['image from another address']],
  ['<img src="/images/../auth/sign-out">', '', ['image from another address']],
  ['<img src=x onerror=alert(1)>', '', ['onerror on <img>', 'image from another address']],
  ['<svg onload=alert(1)><a xlink:href="javascript:x">y</a></svg>', '', ['<svg>']],
  ['<p>a<!-- secret -->b</p>', '<p>ab</p>', ['a comment']],
  ['<object data="x.swf"></object><embed src="x">', '', ['<object>', '<embed>']],
  [
    '<base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=//e"><link rel=stylesheet href=//e>',
    '',
    ['<base>', '<meta>', '<link>'],
  ],
  ['<h1>Hi</h1>', '<h2>Hi</h2>', ['<h1>, now <h2>']],
  ['<tr><td>cell</td></tr>', 'cell', ['<tr>', '<td>']],
  ['<body onload="x()"><p>t</p></body>', '<p>t</p>', ['onload on <body>', '<body>']],
  ['<video src="x" autoplay></video><audio src="y"></audio>', '', ['<video>', '<audio>']],
]

test.each(removals)('%s', async (source, html, removed) => {
  const content = await clean(source)
  expect(content.html).toBe(html)
  for (const line of removed) expect(content.removed).toContain(line)
})

describe('embeds', () => {
  test.each([
    `https://www.youtube-nocookie.com/embed/${video}`,
    `https://www.youtube.com/embed/${video}?start=3&autoplay=1`,
    `https://www.youtube.com/watch?v=${video}&t=10s`,
    `https://youtube.com/shorts/${video}`,
    `//www.youtube.com/embed/${video}`,
    `https://youtu.be/${video}?si=abc`,
  ])('YouTube from %s', async (address) => {
    const { html, removed } = await clean(`<iframe src="${address}" allow="autoplay" title="T"></iframe>`)
    expect(html).toBe(`<div data-youtube="${video}" title="T"></div>`)
    expect(removed).toEqual(['allow on <iframe>'])
  })

  test.each([
    ['https://www.instagram.com/p/DJabc-_12/embed', 'p/DJabc-_12'],
    ['https://www.instagram.com/p/DJabc-_12/embed/captioned/', 'p/DJabc-_12'],
    ['https://instagram.com/reel/DJabc-_12/', 'reel/DJabc-_12'],
  ])('Instagram from %s', async (address, path) => {
    const { html } = await clean(`<iframe src="${address}"></iframe>`)
    expect(html).toBe(`<div data-instagram="${path}"></div>`)
  })

  test("Instagram's own snippet becomes the post; its script does not", async () => {
    const { html, removed } = await clean(
      '<blockquote class="instagram-media" data-instgrm-permalink="https://www.instagram.com/reel/DJabc-_12/?utm_source=ig" style="x"><div><a href="https://www.instagram.com/reel/DJabc-_12/">View</a></div></blockquote><script async src="//www.instagram.com/embed.js"></script>',
    )
    expect(html).toBe('<div data-instagram="reel/DJabc-_12"></div>')
    expect(removed).toContain('<script>')
  })

  test.each([
    'https://evil.example/embed/SOnuGDvjD6g',
    'https://www.youtube-nocookie.com.evil.example/embed/SOnuGDvjD6g',
    'https://evil.example@www.youtube.com/embed/SOnuGDvjD6g',
    'https://www.youtube.com:8443/embed/SOnuGDvjD6g',
    'https://www.youtube.com/embed/../redirect?q=evil',
    'https://www.youtube.com/embed/short',
    'https://www.youtube.com/redirect?v=SOnuGDvjD6g',
    'http://www.youtube.com/embed/SOnuGDvjD6g',
    'https://www.instagram.com/accounts/login/',
    'https://www.instagram.com/p/DJabc/../../accounts/',
    'https://www.instagram.com/stories/DJabc-_12/embed',
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    '//www.youtube.com\\@evil.example/embed/SOnuGDvjD6g',
    '',
  ])('none from %s', async (address) => {
    const { html, removed } = await clean(
      `<p>t</p><iframe src="${address}" srcdoc="<script>x</script>"></iframe>`,
    )
    expect(html).toBe('<p>t</p>')
    expect(removed.some((line) => line.startsWith('iframe '))).toBe(true)
  })

  test('stand between paragraphs in their order, and leave no empty paragraph behind', async () => {
    const frame = (id: string) => `<iframe src="https://youtu.be/${id}"></iframe>`
    const one = 'aaaaaaaaaaa'
    const { html } = await clean(
      `<p>x ${frame(one)} y ${frame(video)}</p><p><span>${frame(one)}</span></p><p>z</p>`,
    )
    expect(html).toBe(
      `<p>x  y </p><div data-youtube="${one}"></div><div data-youtube="${video}"></div><div data-youtube="${one}"></div><p>z</p>`,
    )
  })

  test.each([
    '<div data-youtube="x&quot; onload=&quot;y"></div>',
    `<p data-youtube="${video}">t</p>`,
    `<div data-youtube="${video}">t</div>`,
    '<div data-instagram="p/../../login"></div>',
  ])('what only looks like a stored one is none: %s', async (source) => {
    const { html } = await clean(source)
    expect(html).not.toContain('data-')
    expect(splitContent(html).every((part) => part.kind === 'html')).toBe(true)
  })

  test('are distinguished from text that looks like them', async () => {
    const { html } = await clean(
      `<p>&lt;div data-youtube="${video}"&gt;&lt;/div&gt;</p><p title='<div data-youtube="${video}"></div>'>t</p>`,
    )
    expect(splitContent(html)).toEqual([{ kind: 'html', html }])
  })

  test('are edited as iframes, and stored as the same HTML again', async () => {
    const stored = `<p>a</p><div data-youtube="${video}" title="A &quot;b&quot; &amp; c"></div><div data-instagram="p/DJabc-_12"></div>`
    const source = toEditableHtml(stored)
    expect(source).toBe(
      `<p>a</p><iframe src="https://www.youtube-nocookie.com/embed/${video}" title="A &quot;b&quot; &amp; c"></iframe><iframe src="https://www.instagram.com/p/DJabc-_12/embed"></iframe>`,
    )
    expect(await clean(source)).toEqual({ ok: true, html: stored, removed: [] })
    expect(splitContent(stored)[1]).toEqual({ kind: 'youtube', videoId: video, title: 'A "b" & c' })
  })
})

// Known mutations that become dangerous when parsed again, and broken nesting.
const mutations = [
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<math><annotation-xml encoding="text/html"><style><img src=x onerror=alert(1)></style></annotation-xml></math>',
  '<template><script>alert(1)</script></template><select><option><script>alert(1)</script></select>',
  '<textarea><script>alert(1)</script></textarea><title><img src=x onerror=alert(1)></title>',
  '<xmp><p title="</xmp><img src=x onerror=alert(1)>">',
  '<iframe><p title="</iframe><img src=x onerror=alert(1)>">',
  '<a href="x" <b>"><img src=x:x onerror=alert(1)//',
  '<IMG SRC=x OnErRoR=alert(1)><ScRiPt>alert(1)</sCrIpT><scr<script>ipt>alert(1)</scr</script>ipt>',
  '<p><b><i></b></i><table><p><a href=javascript:alert(1)><tr><td></a></p>',
  '<table><a href="https://e.example">x<iframe src="https://evil.example"></table>',
  '</p></div></body></html><p>after the end<script>',
  '<![CDATA[<script>alert(1)</script>]]><?php echo 1 ?><!DOCTYPE html>',
  '<custom-element onclick=x><slot><p is="x-y">t</p></slot></custom-element>',
  '\u0000<scr\u0000ipt>alert(1)</script>',
]

test.each(mutations)('stays harmless however often it is parsed: %s', async (source) => {
  const { html } = await clean(source)
  expect(html).not.toMatch(
    /<(script|style|svg|math|iframe|noscript|template|form|textarea|xmp)\b|<[^>]+\son\w+=|<[^>]+javascript:/i,
  )
  // Nesting that parsers disagree on may move once more, and is then stable.
  const again = (await clean(html)).html
  expect((await clean(again)).html).toBe(again)
})

test('removed content is listed in at most twenty lines', async () => {
  const source = Array.from(
    { length: 60 },
    (_, n) => `<iframe src="https://host${n}.example/"></iframe>`,
  ).join('')
  const { removed } = await clean(`${source}<script></script><script></script>`)
  expect(removed).toHaveLength(20)
  expect(removed).toContain('<script> (2 times)')
  expect(removed.at(-1)).toMatch(/^and \d+ more$/)
})

describe('HTML that would exhaust the machine is refused before parsing', () => {
  test.each([
    ['deep', '<div>'.repeat(20_000)],
    ['deep and closed', '<blockquote>'.repeat(3_000) + '</blockquote>'.repeat(3_000)],
    ['multiplied', Array.from({ length: 4_000 }, (_, n) => `<b id=${n}>`).join('') + '<p>'.repeat(8_000)],
    ['5 MB of it', '<div><b>'.repeat(655_360)],
  ])('%s', async (_, source) => {
    expect(await sanitiseArticle(source)).toEqual({ ok: false, problem: 'ARTICLE_CONTENT_TANGLED' })
  })

  test('but a long ordinary article is not', async () => {
    const paragraph = '<p>Some <b>bold</b> and <i>light</i> words with a <a href="/songs">link</a><br>.\n'
    const { html } = await clean(paragraph.repeat(500))
    expect(html.match(/<p>/g)).toHaveLength(500)
  })
})

describe('HTML that takes forever to parse blocks nobody', () => {
  /** Each is short, passes the estimate by its tags, and blocked the process for seconds to minutes. */
  test.each([
    ['elements after a comment that browsers ignore', `<!-->${'<div>'.repeat(16_000)}`],
    [
      'bold text that every paragraph opens again',
      Array.from({ length: 300 }, (_, i) => `<b title=${i}></i><p>`).join(''),
    ],
  ])(
    '%s',
    async (_, source) => {
      let turns = 0
      const clock = setInterval(() => {
        turns += 1
      }, 10)
      const began = turns
      const sanitised = await sanitiseArticle(source)
      clearInterval(clock)
      expect(turns - began, 'the event loop went on meanwhile').toBeGreaterThan(5)
      if (!sanitised.ok) expect(sanitised.problem).toBe('ARTICLE_CONTENT_TANGLED')
    },
    40_000,
  )

  test('and the next article is sanitised as usual', async () => {
    expect(await sanitiseArticle('<p>Hello<script>x</script></p>')).toMatchObject({
      ok: true,
      html: '<p>Hello</p>',
    })
  }, 40_000)
})

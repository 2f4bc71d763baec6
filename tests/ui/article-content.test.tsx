import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ContentPart } from '#app/game/article/article-content.ts'
import { ArticleContent } from '#app/ui/news/article-content.tsx'
import { YouTubePlayer } from '#app/ui/news/embed-frame.tsx'
import { tagsOf, textOf } from '#tests/support/html.ts'
import { readSources } from '#tests/support/source-rules.ts'

const parts: ContentPart[] = [
  { kind: 'html', html: '<p>Before</p>' },
  { kind: 'instagram', path: 'reel/DJabc-_12', title: '' },
  { kind: 'html', html: '<p>After</p>' },
]

function renderContent(showsSocials: boolean): string {
  return renderToStaticMarkup(<ArticleContent parts={parts} playing={null} showsSocials={showsSocials} />)
}

test('a post is a plain frame for visitors who accept social cookies', () => {
  const html = renderContent(true)
  expect(tagsOf(html, 'iframe').map((frame) => frame.get('src'))).toEqual([
    'https://www.instagram.com/reel/DJabc-_12/embed',
  ])
  expect(textOf(html)).toBe('Before After')
})

test('every frame of another site is sandboxed: it may run scripts and open windows, but not navigate this page', () => {
  const film = { kind: 'youtube', videoId: 'SOnuGDvjD6g', title: '' } as const
  const html = renderToStaticMarkup(
    <>
      <ArticleContent parts={[film, ...parts]} playing={film.videoId} showsSocials={true} />
      <YouTubePlayer id="SOnuGDvjD6g" title="A song" />
    </>,
  )
  const frames = tagsOf(html, 'iframe')
  expect(frames).toHaveLength(3)
  for (const frame of frames) {
    expect(frame.get('sandbox')?.split(' ').toSorted()).toEqual([
      'allow-popups',
      'allow-popups-to-escape-sandbox',
      'allow-same-origin',
      'allow-scripts',
    ])
  }
})

test('no page has a frame that is not an EmbedFrame', () => {
  const sources = readSources(['app']).filter(
    ({ file, text }) => file.endsWith('.tsx') && /<iframe[\s/>]/.test(text),
  )
  expect(sources.map(({ file }) => file)).toEqual(['app/ui/news/embed-frame.tsx'])
})

test('every other visitor reads that the post is hidden, and where to change that', () => {
  const html = renderContent(false)
  expect(html).not.toMatch(/<iframe|instagram\.com/)
  expect(textOf(html)).toContain('Before Social Media Content Hidden')
  expect(textOf(html)).toContain('Update Cookie Preferences After')
})

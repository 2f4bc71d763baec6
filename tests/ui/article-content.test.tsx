import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ContentPart } from '#app/game/article-content.ts'
import { ArticleContent } from '#app/ui/article-content.tsx'
import { tagsOf, textOf } from '#tests/html.ts'

const parts: ContentPart[] = [
  { kind: 'html', html: '<p>Before</p>' },
  { kind: 'instagram', path: 'reel/DJabc-_12', title: '' },
  { kind: 'html', html: '<p>After</p>' },
]

function draw(showsSocials: boolean): string {
  return renderToStaticMarkup(<ArticleContent parts={parts} playing={null} showsSocials={showsSocials} />)
}

test('a post shows to who accepted social cookies, as a plain frame', () => {
  const html = draw(true)
  expect(tagsOf(html, 'iframe').map((frame) => frame.get('src'))).toEqual([
    'https://www.instagram.com/reel/DJabc-_12/embed',
  ])
  expect(textOf(html)).toBe('Before After')
})

test('everybody else is told that it is hidden, and where to change that', () => {
  const html = draw(false)
  expect(html).not.toMatch(/<iframe|instagram\.com/)
  expect(textOf(html)).toContain('Before Social Media Content Hidden')
  expect(textOf(html)).toContain('Update Cookie Preferences After')
})

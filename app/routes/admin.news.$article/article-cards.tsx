import type { ArticleDraft } from '#app/game/article/article.ts'
import { Card, CardHeader } from '#app/ui/data/card.tsx'
import { fieldLabelLook } from '#app/ui/forms/field.tsx'
import { ArticleContent, Standfirst } from '#app/ui/news/article-content.tsx'
import type { EditorView } from './view.ts'

interface PreviewCardProps {
  preview: NonNullable<EditorView['preview']>
  draft: ArticleDraft
}

/** The sanitised content as readers will see it, and the removed parts. A preview stores nothing. */
export function PreviewCard({ preview: { parts, removed }, draft }: PreviewCardProps) {
  return (
    <Card labelledBy="preview">
      <CardHeader id="preview" title="Preview" note="Nothing changes until you save." />
      <div className="grid gap-[0.9rem] p-gap">
        {removed.length === 0 ? (
          <p role="status">Nothing was removed from the content.</p>
        ) : (
          <div role="status" className="grid gap-[0.9rem]">
            <h3>Removed from the content</h3>
            <ul className="list-disc pl-6 text-sm">
              {removed.map((line) => (
                <li key={line}>
                  <code>{line}</code>
                </li>
              ))}
            </ul>
          </div>
        )}
        {removed.length > 0 && <hr />}
        {draft.title.trim() !== '' && <p className="display text-h2">{draft.title}</p>}
        {draft.summary.trim() !== '' && <Standfirst>{draft.summary}</Standfirst>}
        <ArticleContent parts={parts} playing={null} showsSocials={false} isPreview />
      </div>
    </Card>
  )
}

const labels = [
  ['title', 'Title'],
  ['slug', 'Slug'],
  ['summary', 'Summary'],
  ['content', 'Content'],
  ['imageUrl', 'Image'],
  ['imageCredit', 'Image credit'],
  ['publishDate', 'Publish date'],
  ['category', 'Category'],
] as const

/** The fields that another admin stored meanwhile, where they differ from the typed ones. */
export function StoredCard({ stored, draft }: { stored: ArticleDraft; draft: ArticleDraft }) {
  const different = labels.filter(
    ([field]) => normalizeLineBreaks(stored[field]) !== normalizeLineBreaks(draft[field]),
  )
  return (
    <Card labelledBy="stored-now">
      <CardHeader id="stored-now" title="Stored now" note="Where it differs from what you typed." />
      <dl className="grid gap-[0.9rem] p-gap">
        {different.map(([field, label]) => (
          <div key={field}>
            <dt className={fieldLabelLook}>{label}</dt>
            <dd className="wrap-anywhere max-h-72 overflow-y-auto whitespace-pre-wrap">
              {stored[field] || 'Nothing'}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

/** Browsers send CRLF as line break. */
function normalizeLineBreaks(text: string): string {
  return text.replace(/\r\n?/g, '\n')
}

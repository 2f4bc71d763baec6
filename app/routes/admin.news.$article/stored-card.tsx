import type { ArticleDraft } from '#app/game/article/article.ts'
import { Card, CardHeader } from '#app/ui/data/card.tsx'
import { fieldLabelLook } from '#app/ui/forms/field.tsx'

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

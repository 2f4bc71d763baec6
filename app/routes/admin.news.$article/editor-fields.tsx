import {
  type ArticleField,
  articleCategories,
  categoryLabels,
  SUMMARY_LIMIT,
  TITLE_LIMIT,
} from '#app/game/article/article.ts'
import { SelectField, TextAreaField, TextField } from '#app/ui/forms/field.tsx'
import { getArticleErrorMessage } from '#app/ui/messages/article-messages.ts'
import type { EditorView } from './view.ts'

/** The text fields of an article. */
export function EditorFields({ view: { draft, problems } }: { view: EditorView }) {
  const field = (name: ArticleField) => ({
    id: name,
    name,
    defaultValue: draft[name],
    error: problems[name] ? getArticleErrorMessage(problems[name]) : null,
  })
  return (
    <div className="stack">
      <TextField
        {...field('title')}
        label="Title"
        autoComplete="off"
        help={`At most ${TITLE_LIMIT} characters.`}
      />
      <TextField
        {...field('slug')}
        label="Slug"
        autoComplete="off"
        help="The last part of the address. Left empty, it is made from the title."
      />
      <TextAreaField {...field('summary')} label="Summary" help={`At most ${SUMMARY_LIMIT} characters.`} />
      <TextAreaField
        {...field('content')}
        label="Content"
        className="in-tall"
        spellCheck
        help="HTML. Images from this site only; videos of YouTube and posts of Instagram as iframes. What is unsafe is taken away and listed."
      />
      <div className="grid g2">
        <TextField
          {...field('publishDate')}
          type="date"
          label="Publish date"
          help="A later day schedules it: until then only admins see the article."
        />
        <SelectField {...field('category')} label="Category">
          {articleCategories.map((category) => (
            <option key={category} value={category}>
              {categoryLabels[category]}
            </option>
          ))}
        </SelectField>
      </div>
    </div>
  )
}

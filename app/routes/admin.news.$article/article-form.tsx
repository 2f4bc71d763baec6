import type { ReactNode } from 'react'
import {
  type ArticleField,
  articleCategories,
  categoryLabels,
  SUMMARY_LIMIT,
  TITLE_LIMIT,
} from '#app/game/article/article.ts'
import { articleEditorHref } from '#app/game/article/article-desk.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { SelectField, TextAreaField, TextField } from '#app/ui/forms/field.tsx'
import { columns } from '#app/ui/layout/columns.ts'
import { getArticleErrorMessage } from '#app/ui/messages/article-messages.ts'
import { PreviewCard, StoredCard } from './article-cards.tsx'
import type { EditorView } from './view.ts'

/** The fields of the whole article, between the conflicting version and the preview. */
export function ArticleFields({ view }: { view: EditorView }) {
  const { preview, stored } = view
  return (
    <div className="grid gap-gap">
      {stored && <StoredCard stored={stored} draft={view.draft} />}
      <div className={columns.side}>
        <EditorFields view={view} />
        <ImageFields view={view} />
      </div>
      {preview && <PreviewCard preview={preview} draft={view.draft} />}
    </div>
  )
}

/** One form for the whole article. Every button sends all fields. */
export function ArticleForm({ view, children }: { view: EditorView; children: ReactNode }) {
  const { id, page, seenAt, idempotencyToken, proof } = view
  return (
    <form
      method="post"
      action={articleEditorHref(id, page)}
      encType="multipart/form-data"
      noValidate
      className="contents"
    >
      <button type="submit" name="intent" value="preview" formAction={getPreviewHref(view)} hidden>
        Preview
      </button>
      {id === null && <input type="hidden" name="once" value={idempotencyToken} />}
      <input type="hidden" name="proof" value={proof} />
      {seenAt !== null && <input type="hidden" name="seenAt" value={seenAt} />}
      {children}
    </form>
  )
}

/** What every field of the article has. */
function getFieldProps({ draft, problems }: EditorView, name: ArticleField) {
  const error = problems[name] ? getArticleErrorMessage(problems[name]) : null
  return { id: name, name, defaultValue: draft[name], error }
}

/** The text fields of an article. */
function EditorFields({ view }: { view: EditorView }) {
  const field = (name: ArticleField) => getFieldProps(view, name)
  return (
    <div className="grid gap-[0.9rem]">
      <TextField
        {...field('title')}
        label="Title"
        autoComplete="off"
        help={`At most ${TITLE_LIMIT} characters. No results: feeds and link previews quote it.`}
      />
      <TextField
        {...field('slug')}
        label="Slug"
        autoComplete="off"
        help="The last part of the address. Left empty, it is made from the title."
      />
      <TextAreaField
        {...field('summary')}
        label="Summary"
        help={`At most ${SUMMARY_LIMIT} characters, and no results.`}
      />
      <TextAreaField
        {...field('content')}
        label="Content"
        isTall
        spellCheck
        help="HTML. Images from this site only; videos of YouTube and posts of Instagram as iframes. What is unsafe is taken away and listed."
      />
      <div className="grid gap-gap sm:grid-cols-2">
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

/** The image fields: the current image, a replacement, and the credit. */
function ImageFields({ view }: { view: EditorView }) {
  const { draft, problems, imageProblem } = view
  const problem = imageProblem ?? problems.imageUrl
  return (
    <div className="grid gap-[0.9rem]">
      {draft.imageUrl !== '' && !problems.imageUrl && (
        <figure className="grid gap-[0.9rem]">
          <img className="rounded-md" src={draft.imageUrl} alt="The article as it is shown on its card" />
          <figcaption className="text-muted text-sm">
            Its address: <code>{draft.imageUrl}</code>
          </figcaption>
        </figure>
      )}
      <input type="hidden" name="imageUrl" value={draft.imageUrl} />
      <TextField
        id="file"
        name="file"
        type="file"
        accept="image/jpeg,image/png,image/webp"
        label="Image"
        help="One JPEG, PNG or WebP of at most 5 MB. Without one, the card shows a spotlight."
        error={problem ? getArticleErrorMessage(problem) : null}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="line" name="intent" value="upload">
          Upload image
        </Button>
        {draft.imageUrl !== '' && (
          <Button variant="line" name="intent" value="remove-image">
            Remove image
          </Button>
        )}
      </div>
      <TextField {...getFieldProps(view, 'imageCredit')} label="Image credit" autoComplete="off" />
    </div>
  )
}

/** The buttons in the footer of the form. `isAgain`: an earlier save failed. */
export function ArticleButtons({ view, isAgain }: { view: EditorView; isAgain: boolean }) {
  return (
    <>
      <Button variant="line" icon="newspaper" name="intent" value="preview" formAction={getPreviewHref(view)}>
        Show preview
      </Button>
      <Button variant="spot" icon="save" name="intent" value="save">
        {isAgain ? 'Save again' : 'Save Article'}
      </Button>
    </>
  )
}

/** The title of the form. */
export function getEditorTitle({ id }: Pick<EditorView, 'id'>): string {
  return id === null ? 'New Article' : 'Edit Article'
}

function getPreviewHref({ id, page }: EditorView): string {
  return `${articleEditorHref(id, page)}#preview`
}

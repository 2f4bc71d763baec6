import { articleEditorHref } from '#app/game/article/article-desk.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { EditorFields } from './editor-fields.tsx'
import { ImageFields } from './image-fields.tsx'
import { PreviewCard } from './preview-card.tsx'
import { StoredCard } from './stored-card.tsx'
import type { EditorView } from './view.ts'

const formId = 'article-form'

/** One form for the whole article, between the conflicting version and the preview. Every button sends all fields. */
export function ArticleForm({ view }: { view: EditorView }) {
  const { id, page, seenAt, once, proof, preview, stored } = view
  return (
    <div className="grid">
      {stored && <StoredCard stored={stored} draft={view.draft} />}
      <form
        id={formId}
        method="post"
        action={articleEditorHref(id, page)}
        encType="multipart/form-data"
        noValidate
        className="grid side"
      >
        <button type="submit" name="intent" value="preview" formAction={previewOf(view)} hidden>
          Preview
        </button>
        {id === null && <input type="hidden" name="once" value={once} />}
        <input type="hidden" name="proof" value={proof} />
        {seenAt !== null && <input type="hidden" name="seenAt" value={seenAt} />}
        <EditorFields view={view} />
        <ImageFields view={view} />
      </form>
      {preview && <PreviewCard preview={preview} draft={view.draft} />}
    </div>
  )
}

/** The buttons in the footer of the form. `isAgain`: an earlier save failed. */
export function ArticleButtons({ view, isAgain }: { view: EditorView; isAgain: boolean }) {
  return (
    <>
      <Button
        form={formId}
        variant="line"
        icon="newspaper"
        name="intent"
        value="preview"
        formAction={previewOf(view)}
      >
        Show preview
      </Button>
      <Button form={formId} variant="spot" icon="save" name="intent" value="save">
        {isAgain ? 'Save again' : 'Save Article'}
      </Button>
    </>
  )
}

/** The title of the form. */
export function titleOf({ id }: Pick<EditorView, 'id'>): string {
  return id === null ? 'New Article' : 'Edit Article'
}

function previewOf({ id, page }: EditorView): string {
  return `${articleEditorHref(id, page)}#preview`
}

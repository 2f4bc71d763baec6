import { type NewsDesk, newsDeskHref } from '#app/game/article/article-desk.ts'
import { FieldLinks } from '#app/ui/feedback/field-links.tsx'
import { Toast } from '#app/ui/feedback/toast.tsx'
import { IconLink, LinkButton } from '#app/ui/forms/button.tsx'
import { Dialog } from '#app/ui/forms/dialog.tsx'
import { ArticleList } from '#app/ui/news/article-list.tsx'
import { ArticleButtons, ArticleFields, ArticleForm, getEditorTitle } from './article-form.tsx'
import type { EditorView } from './view.ts'

/** The editor: a dialog over the list it was opened from (spec 2, D15). It ships no script. */
export function EditorPage({ view, desk }: { view: EditorView; desk: NewsDesk }) {
  const back = newsDeskHref(desk.page)
  const fields = listWrongFields(view)
  return (
    <>
      <ArticleList desk={desk} inert />
      <ArticleForm view={view}>
        <Dialog
          isWide
          hasFirstField={fields.length > 0}
          title={getEditorTitle(view)}
          close={<IconLink icon="x" label="Close" href={back} />}
          footer={
            <>
              <LinkButton variant="line" href={back}>
                Cancel
              </LinkButton>
              <ArticleButtons view={view} isAgain={view.stored !== null} />
            </>
          }
        >
          {view.refused && (
            <div className="mb-gap">
              <Toast
                kind="bad"
                messages={[
                  {
                    title: view.refused.title,
                    text: (
                      <>
                        {view.refused.text} <FieldLinks fields={fields} />
                      </>
                    ),
                  },
                ]}
              />
            </div>
          )}
          <ArticleFields view={view} />
        </Dialog>
      </ArticleForm>
    </>
  )
}

const textFields = [
  { id: 'title', text: 'Title' },
  { id: 'slug', text: 'Slug' },
  { id: 'summary', text: 'Summary' },
  { id: 'content', text: 'Content' },
  { id: 'publishDate', text: 'Publish date' },
  { id: 'category', text: 'Category' },
  { id: 'imageCredit', text: 'Image credit' },
] as const

/** Links to the fields of the article whose sentences say what to correct. */
function listWrongFields({ problems, imageProblem }: EditorView) {
  const wrong = textFields.filter(({ id }) => problems[id])
  return imageProblem || problems.imageUrl ? [...wrong, { id: 'file', text: 'Image' }] : wrong
}

import { type NewsDesk, newsDeskHref } from '#app/game/article/article-desk.ts'
import { Toast } from '#app/ui/feedback/toast.tsx'
import { IconLink, LinkButton } from '#app/ui/forms/button.tsx'
import { Dialog } from '#app/ui/forms/dialog.tsx'
import { ArticleList } from '#app/ui/news/article-list.tsx'
import { ArticleButtons, ArticleForm, getEditorTitle } from './article-form.tsx'
import type { EditorView } from './view.ts'

/** The editor: a dialog over the list it was opened from (spec 2, D15). It ships no script. */
export function EditorPage({ view, desk }: { view: EditorView; desk: NewsDesk }) {
  const back = newsDeskHref(desk.page)
  return (
    <>
      <ArticleList desk={desk} inert />
      <Dialog
        isWide
        title={getEditorTitle(view)}
        close={<IconLink icon="x" label="Close" href={back} autoFocus />}
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
            <Toast kind="bad" {...view.refused} />
          </div>
        )}
        <ArticleForm view={view} />
      </Dialog>
    </>
  )
}

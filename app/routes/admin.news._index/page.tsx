import { Toasts } from '#app/ui/feedback/toasts.tsx'
import type { ToastMessage } from '#app/ui/messages/error-messages.ts'
import { ArticleList } from '#app/ui/news/article-list.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import type { NewsDeskView } from './view.ts'

interface NewsDeskPageProps {
  view: NewsDeskView
  /** Why the deletion failed. */
  problem: 'ARTICLE_MISSING' | 'ARTICLE_NOT_DELETED' | null
}

const goneMessage: ToastMessage = {
  title: 'Failed to delete article',
  text: 'There is no such article any more. Somebody may have deleted it already.',
}
const notDeletedMessage: ToastMessage = {
  title: 'Failed to delete article',
  text: 'Nothing was changed. Please try again later.',
}

const notListedMessage: ToastMessage = {
  title: 'Failed to load recent articles',
  text: 'You can still write a new one. Please try again later.',
}

/** The news desk, and the confirmation before an article is deleted. It ships no script. */
export function NewsDeskPage({ view, problem }: NewsDeskPageProps) {
  const isGone = view.isGone || problem === 'ARTICLE_MISSING'
  const refused = [
    ...(isGone ? [goneMessage] : []),
    ...(problem === 'ARTICLE_NOT_DELETED' ? [notDeletedMessage] : []),
    ...(view.articles === null ? [notListedMessage] : []),
  ]
  return (
    <>
      <ArticleList desk={view} inert={view.hasDialog}>
        <Toasts errors={refused} />
      </ArticleList>
      {view.articleToDelete && <DeleteDialog article={view.articleToDelete} page={view.page} />}
    </>
  )
}

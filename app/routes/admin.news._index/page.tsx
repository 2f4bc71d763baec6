import { ArticleList } from '#app/ui/article-list.tsx'
import type { Words } from '#app/ui/problem-text.ts'
import { Toasts } from '#app/ui/toasts.tsx'
import { DeleteQuestion } from './delete-question.tsx'
import type { DeskView } from './view.ts'

interface DeskPageProps {
  view: DeskView
  /** Why the deletion that was asked for did not happen. */
  problem: 'ARTICLE_MISSING' | 'ARTICLE_NOT_DELETED' | null
}

const gone: Words = {
  title: 'Failed to delete article',
  text: 'There is no such article any more. Somebody may have deleted it already.',
}
const notDeleted: Words = {
  title: 'Failed to delete article',
  text: 'Nothing was changed. Please try again later.',
}

const notListed: Words = {
  title: 'Failed to load recent articles',
  text: 'You can still write a new one. Please try again later.',
}

/** The news desk, and its question before an article is deleted. It ships no script. */
export function DeskPage({ view, problem }: DeskPageProps) {
  const isGone = view.isGone || problem === 'ARTICLE_MISSING'
  const refused = [
    ...(isGone ? [gone] : []),
    ...(problem === 'ARTICLE_NOT_DELETED' ? [notDeleted] : []),
    ...(view.articles === null ? [notListed] : []),
  ]
  return (
    <>
      <ArticleList desk={view} inert={view.hasDialog}>
        <Toasts refused={refused} />
      </ArticleList>
      {view.asked && <DeleteQuestion article={view.asked} page={view.page} />}
    </>
  )
}

import { AdminHead } from '#app/ui/admin-head.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { Card, CardFooter, CardHeader } from '#app/ui/card.tsx'
import { Main } from '#app/ui/main.tsx'
import { Pager } from '#app/ui/pager.tsx'
import type { Words } from '#app/ui/problem-text.ts'
import { Toasts } from '#app/ui/toasts.tsx'
import { ArticleTable } from './article-table.tsx'
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

/** The news desk (spec 2): the articles of every date, newest first. It ships no script. */
export function DeskPage({ view, problem }: DeskPageProps) {
  const isGone = view.isGone || problem === 'ARTICLE_MISSING'
  return (
    <>
      <Main inert={view.hasDialog}>
        <AdminHead totals={view.totals} section="news" />
        <Toasts
          refused={[
            ...(isGone ? [gone] : []),
            ...(problem === 'ARTICLE_NOT_DELETED' ? [notDeleted] : []),
            ...(view.articles === null ? [notListed] : []),
          ]}
        />
        <div className="wrap">
          <Card labelledBy="articles">
            <CardHeader id="articles" title="Articles">
              <LinkButton variant="spot" icon="plus" href="/admin/news/new">
                New Article
              </LinkButton>
            </CardHeader>
            {view.articles && <ArticleTable articles={view.articles} page={view.page} />}
            {view.pageCount > 1 && (
              <CardFooter>
                <Pager
                  page={view.page}
                  pageCount={view.pageCount}
                  href={(page) => `/admin/news?page=${page}`}
                  label="Pages of articles"
                />
              </CardFooter>
            )}
          </Card>
        </div>
      </Main>
      {view.asked && <DeleteQuestion article={view.asked} page={view.page} />}
    </>
  )
}

import type { NewsDesk } from '#app/game/article/article-desk.ts'
import { Toasts } from '#app/ui/feedback/toasts.tsx'
import { Button, IconLink, LinkButton } from '#app/ui/forms/button.tsx'
import { Dialog } from '#app/ui/forms/dialog.tsx'
import { ArticleList } from '#app/ui/news/article-list.tsx'

interface NewsDeskPageProps {
  desk: NewsDesk
  /** The article of the open delete dialog. */
  articleToDelete: { id: number; title: string } | null
  /** Why the deletion failed. */
  problem: keyof typeof problemTexts | null
}

const problemTexts = {
  ARTICLE_MISSING: 'It is gone already: somebody else may have deleted it.',
  ARTICLE_NOT_DELETED: 'Nothing was changed. Please try again later.',
} as const

const notListedMessage = {
  title: 'Failed to load recent articles',
  text: 'You can still write a new one. Please try again later.',
}

/** The news desk, and the confirmation before an article is deleted. It ships no script. */
export function NewsDeskPage({ desk, articleToDelete, problem }: NewsDeskPageProps) {
  const errors = [
    ...(problem ? [{ title: 'Failed to delete article', text: problemTexts[problem] }] : []),
    ...(desk.articles === null ? [notListedMessage] : []),
  ]
  return (
    <>
      <ArticleList desk={desk} inert={articleToDelete !== null}>
        <Toasts errors={errors} />
      </ArticleList>
      {articleToDelete && <DeleteDialog article={articleToDelete} page={desk.page} />}
    </>
  )
}

/** With the spec's wording (spec 2). */
function DeleteDialog({ article, page }: { article: { id: number; title: string }; page: number }) {
  const back = `/admin/news?page=${page}`
  return (
    <Dialog
      title="Delete article"
      close={<IconLink icon="x" label="Close" href={back} />}
      footer={
        <>
          <LinkButton variant="line" href={back}>
            Cancel
          </LinkButton>
          <form method="post" action="/admin/news?index">
            <input type="hidden" name="id" value={article.id} />
            <input type="hidden" name="page" value={page} />
            <Button variant="bad" icon="trash" name="intent" value="delete">
              Delete
            </Button>
          </form>
        </>
      }
    >
      <div className="grid gap-[0.9rem]">
        <p>Are you sure you want to delete the article with its title?</p>
        <p className="title text-lg">{article.title}</p>
        <p className="text-muted">This action cannot be undone.</p>
      </div>
    </Dialog>
  )
}

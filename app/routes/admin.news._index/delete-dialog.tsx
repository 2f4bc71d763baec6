import { Button, IconLink, LinkButton } from '#app/ui/forms/button.tsx'
import { Dialog } from '#app/ui/forms/dialog.tsx'

/** Confirmation before an article is deleted, with the spec's wording (spec 2). */
export function DeleteDialog({ article, page }: { article: { id: number; title: string }; page: number }) {
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
      <div className="stack">
        <p>Are you sure you want to delete the article with its title?</p>
        <p className="h3">{article.title}</p>
        <p className="muted">This action cannot be undone.</p>
      </div>
    </Dialog>
  )
}

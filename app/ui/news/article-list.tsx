import type { ReactNode } from 'react'
import { articleEditorHref, type NewsDesk, newsDeskHref } from '#app/game/article/article-desk.ts'
import { Card, CardFooter, CardHeader } from '#app/ui/data/card.tsx'
import { LinkButton } from '#app/ui/forms/button.tsx'
import { AdminHeader } from '#app/ui/layout/admin-header.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { Pager } from '#app/ui/navigation/pager.tsx'
import { ArticleTable } from './article-table.tsx'

interface ArticleListProps {
  desk: NewsDesk
  /** A dialog is open over it. */
  inert: boolean
  /** Toasts above the list. */
  children?: ReactNode
}

/** The articles in the admin area (spec 2), future ones too, newest first. Render its dialogs after it. */
export function ArticleList({ desk, inert, children }: ArticleListProps) {
  const { totals, articles, page, pageCount } = desk
  return (
    <Main inert={inert}>
      <AdminHeader totals={totals} section="news" />
      {children}
      <div className="wrap">
        <Card labelledBy="articles">
          <CardHeader id="articles" title="Articles">
            <LinkButton variant="spot" icon="plus" href={articleEditorHref(null, page)}>
              New Article
            </LinkButton>
          </CardHeader>
          {articles && <ArticleTable articles={articles} page={page} />}
          {pageCount > 1 && (
            <CardFooter>
              <Pager page={page} pageCount={pageCount} href={newsDeskHref} label="Pages of articles" />
            </CardFooter>
          )}
        </Card>
      </div>
    </Main>
  )
}

import type { ReactNode } from 'react'
import {
  articleEditorHref,
  type NewsDesk,
  type NewsDeskArticle,
  newsDeskHref,
} from '#app/game/article/article-desk.ts'
import { formatDay } from '#app/game/time/instant.ts'
import { classes } from '#app/ui/classes.ts'
import { Badge } from '#app/ui/data/badge.tsx'
import { Card, CardFooter, CardHeader } from '#app/ui/data/card.tsx'
import { Cell, ColumnHeader, Row, rowNameLook, Table } from '#app/ui/data/table.tsx'
import { IconLink, LinkButton } from '#app/ui/forms/button.tsx'
import { AdminHeader } from '#app/ui/layout/admin-header.tsx'
import { Container } from '#app/ui/layout/container.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { Pager } from '#app/ui/navigation/pager.tsx'
import { CategoryBadge, metaLook } from './news-card.tsx'

interface ArticleListProps {
  desk: NewsDesk
  /** A dialog is open over it. */
  inert: boolean
  children?: ReactNode
}

/** The articles in the admin area (spec 2), future ones too, newest first. Render its dialogs after it. */
export function ArticleList({ desk, inert, children }: ArticleListProps) {
  const { totals, articles, page, pageCount } = desk
  return (
    <Main inert={inert}>
      <AdminHeader totals={totals} section="news" />
      {children}
      <Container>
        <Card labelledBy="articles">
          <CardHeader id="articles" title="Articles">
            <LinkButton variant="spot" icon="plus" href={articleEditorHref(null, page)}>
              New Article
            </LinkButton>
          </CardHeader>
          {articles && <ArticleTable articles={articles} page={page} />}
          {pageCount > 1 && (
            <CardFooter className="print:hidden">
              <Pager page={page} pageCount={pageCount} href={newsDeskHref} label="Pages of articles" />
            </CardFooter>
          )}
        </Card>
      </Container>
    </Main>
  )
}

/** ID, Title, Category, Publish Date and Actions; on small screens all but Actions are in the title's cell. */
function ArticleTable({ articles, page }: { articles: readonly NewsDeskArticle[]; page: number }) {
  if (articles.length === 0)
    return <p className="p-gap text-muted">There are no articles yet. Write the first one.</p>
  return (
    <Table>
      <thead>
        <tr>
          <ColumnHeader className="max-md:hidden">ID</ColumnHeader>
          <ColumnHeader>Title</ColumnHeader>
          <ColumnHeader className="max-md:hidden">Category</ColumnHeader>
          <ColumnHeader className="max-md:hidden">Publish Date</ColumnHeader>
          <ColumnHeader end>Actions</ColumnHeader>
        </tr>
      </thead>
      <tbody>
        {articles.map((article) => (
          <ArticleRow key={article.id} article={article} page={page} />
        ))}
      </tbody>
    </Table>
  )
}

function ArticleRow({ article, page }: { article: NewsDeskArticle; page: number }) {
  const { id, title, category } = article
  return (
    <Row>
      <Cell className="text-muted text-sm max-md:hidden">
        <span translate="no">{id}</span>
      </Cell>
      <Cell>
        <span className={rowNameLook}>{title}</span>{' '}
        <span className={classes(metaLook, 'mt-[0.4rem] md:hidden')}>
          <CategoryBadge category={category} />
          <Day article={article} />
          <span>ID {id}</span>
        </span>
      </Cell>
      <Cell className="max-md:hidden">
        <CategoryBadge category={category} />
      </Cell>
      <Cell className="text-muted text-sm max-md:hidden">
        <span className="inline-flex flex-wrap items-center gap-x-[0.6rem] gap-y-1">
          <Day article={article} />
        </span>
      </Cell>
      <Cell end>
        <span className="flex justify-end gap-2">
          <IconLink icon="pencil" label={`Edit ${title}`} href={articleEditorHref(id, page)} />
          <IconLink
            icon="trash"
            variant="bad"
            label={`Delete ${title}`}
            href={`/admin/news?page=${page}&delete=${id}`}
          />
        </span>
      </Cell>
    </Row>
  )
}

function Day({ article: { publishDate, isScheduled } }: { article: NewsDeskArticle }) {
  return (
    <>
      <time dateTime={publishDate}>{formatDay(publishDate)}</time>{' '}
      {isScheduled && <Badge icon="clock">Scheduled</Badge>}
    </>
  )
}

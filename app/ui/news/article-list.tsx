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
import { IconLink, LinkButton } from '#app/ui/forms/button.tsx'
import { AdminHeader } from '#app/ui/layout/admin-header.tsx'
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
      <div className="mx-auto w-full max-w-wrap px-page">
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

/** ID, Title, Category, Publish Date and Actions; on small screens all but Actions are in the title's cell. */
function ArticleTable({ articles, page }: { articles: readonly NewsDeskArticle[]; page: number }) {
  if (articles.length === 0)
    return <p className="p-gap text-muted">There are no articles yet. Write the first one.</p>
  return (
    <div className="tablew">
      <table className="t">
        <thead>
          <tr>
            <th scope="col" className="max-md:hidden">
              ID
            </th>
            <th scope="col">Title</th>
            <th scope="col" className="max-md:hidden">
              Category
            </th>
            <th scope="col" className="max-md:hidden">
              Publish Date
            </th>
            <th scope="col" className="r">
              Actions
            </th>
          </tr>
        </thead>
        <tbody>
          {articles.map((article) => (
            <Row key={article.id} article={article} page={page} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({ article, page }: { article: NewsDeskArticle; page: number }) {
  const { id, title, category } = article
  return (
    <tr>
      <td className="text-sm text-muted max-md:hidden">{id}</td>
      <td>
        <span className="nm">{title}</span>
        <span className={classes(metaLook, 'mt-[0.4rem] md:hidden')}>
          <span>ID {id}</span>
          <CategoryBadge category={category} />
          <Day article={article} />
        </span>
      </td>
      <td className="max-md:hidden">
        <CategoryBadge category={category} />
      </td>
      <td className="text-sm text-muted max-md:hidden">
        <Day article={article} />
      </td>
      <td className="r">
        <span className="acts">
          <IconLink icon="pencil" label={`Edit ${title}`} href={articleEditorHref(id, page)} />
          <IconLink
            icon="trash"
            variant="bad"
            label={`Delete ${title}`}
            href={`/admin/news?page=${page}&delete=${id}`}
          />
        </span>
      </td>
    </tr>
  )
}

function Day({ article: { publishDate, isScheduled } }: { article: NewsDeskArticle }) {
  return (
    <span className="day">
      <time dateTime={publishDate}>{formatDay(publishDate)}</time>{' '}
      {isScheduled && <Badge icon="clock">Scheduled</Badge>}
    </span>
  )
}

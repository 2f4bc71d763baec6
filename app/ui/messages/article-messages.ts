import { articleErrors } from '#app/game/errors/article-errors.ts'

export type ArticleFormProblem = keyof typeof articleErrors

/** The message of an error about an article or its picture, shown beside its field. */
export function getArticleErrorMessage(problem: ArticleFormProblem): string {
  return articleErrors[problem].text
}

import type { ArticleProblem } from '#app/game/article/article.ts'
import type { ImageProblem } from '#app/game/article/image.ts'

/** The message of each error about an article or its picture, shown beside its field. */
const messages: Record<ArticleProblem | ImageProblem | 'UPLOADS_TOO_MANY', string> = {
  ARTICLE_TITLE_MISSING: 'Please enter a title.',
  ARTICLE_TITLE_TOO_LONG: 'Please limit the title to 200 characters.',
  ARTICLE_TITLE_MALFORMED: 'Please leave out line breaks and other invisible characters.',
  ARTICLE_SLUG_TOO_LONG: 'Please limit the slug to 200 characters.',
  ARTICLE_SLUG_MALFORMED: 'The slug holds characters that cannot be stored.',
  ARTICLE_SUMMARY_TOO_LONG: 'Please limit the summary to 500 characters.',
  ARTICLE_SUMMARY_MALFORMED: 'Please leave out invisible characters.',
  ARTICLE_CONTENT_TOO_LONG: 'Please limit the content to 80 kB.',
  ARTICLE_CONTENT_MALFORMED: 'The content holds characters that cannot be stored.',
  ARTICLE_CONTENT_TANGLED: 'The content is nested too deeply or has too many elements. Please simplify it.',
  ARTICLE_IMAGE_UNKNOWN: 'This image was not uploaded here. Please choose it again.',
  ARTICLE_CREDIT_TOO_LONG: 'Please limit the image credit to 200 characters.',
  ARTICLE_CREDIT_MALFORMED: 'Please leave out invisible characters.',
  ARTICLE_DATE_INVALID: 'Please enter a day of the calendar, such as 2026-05-12.',
  ARTICLE_CATEGORY_UNKNOWN: 'Please choose one of the three categories.',
  IMAGE_MISSING: 'Please choose an image first. An empty file is none.',
  IMAGES_SEVERAL: 'Please choose one image only.',
  IMAGE_TOO_LARGE: 'Please choose an image of at most 5 MB.',
  IMAGE_TOO_MANY_PIXELS: 'Please choose an image of at most 25 million pixels.',
  IMAGE_UNKNOWN_KIND: 'Please choose a JPEG, PNG or WebP image.',
  IMAGE_BROKEN: 'This image is damaged and cannot be read.',
  IMAGES_TOO_MANY_AT_ONCE: 'Many images arrived at once. Please try again in a moment.',
  UPLOADS_TOO_MANY: 'You uploaded many images this hour. Please try again later.',
}

export type ArticleFormProblem = keyof typeof messages

/** The message of an error about an article or its picture. */
export function getArticleErrorMessage(problem: ArticleFormProblem): string {
  return messages[problem]
}

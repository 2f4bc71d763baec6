import type { ErrorDefinition } from './error-definition.ts'

/** Refusals of an article or its image; the texts stand beside their fields. */
export const articleErrors = {
  ARTICLE_TITLE_MISSING: { status: 422, text: 'Please enter a title.' },
  ARTICLE_TITLE_TOO_LONG: { status: 422, text: 'Please limit the title to 200 characters.' },
  ARTICLE_TITLE_MALFORMED: {
    status: 422,
    text: 'Please leave out line breaks and other invisible characters.',
  },
  ARTICLE_SLUG_TOO_LONG: { status: 422, text: 'Please limit the slug to 200 characters.' },
  ARTICLE_SLUG_MALFORMED: { status: 422, text: 'The slug holds characters that cannot be stored.' },
  ARTICLE_SUMMARY_TOO_LONG: { status: 422, text: 'Please limit the summary to 500 characters.' },
  ARTICLE_SUMMARY_MALFORMED: { status: 422, text: 'Please leave out invisible characters.' },
  ARTICLE_CONTENT_TOO_LONG: { status: 422, text: 'Please limit the content to 80 kB.' },
  ARTICLE_CONTENT_MALFORMED: { status: 422, text: 'The content holds characters that cannot be stored.' },
  ARTICLE_CONTENT_TANGLED: {
    status: 422,
    text: 'The content is nested too deeply or has too many elements. Please simplify it.',
  },
  ARTICLE_IMAGE_UNKNOWN: { status: 422, text: 'This image was not uploaded here. Please choose it again.' },
  ARTICLE_CREDIT_TOO_LONG: { status: 422, text: 'Please limit the image credit to 200 characters.' },
  ARTICLE_CREDIT_MALFORMED: { status: 422, text: 'Please leave out invisible characters.' },
  ARTICLE_DATE_INVALID: { status: 422, text: 'Please enter a date such as 2026-05-12.' },
  ARTICLE_CATEGORY_UNKNOWN: { status: 422, text: 'Please choose one of the three categories.' },
  IMAGE_MISSING: { status: 422, text: 'Please choose an image first. An empty file does not count.' },
  IMAGES_SEVERAL: { status: 422, text: 'Please choose only one image.' },
  IMAGE_TOO_LARGE: { status: 422, text: 'Please choose an image of at most 5 MB.' },
  IMAGE_TOO_MANY_PIXELS: { status: 422, text: 'Please choose an image of at most 25 million pixels.' },
  IMAGE_UNKNOWN_KIND: { status: 422, text: 'Please choose a JPEG, PNG or WebP image.' },
  IMAGE_BROKEN: { status: 422, text: 'This image is damaged and cannot be read.' },
  IMAGES_TOO_MANY_AT_ONCE: {
    status: 503,
    text: 'Too many images arrived at once. Please try again in a moment.',
  },
  UPLOADS_TOO_MANY: {
    status: 429,
    text: 'You have uploaded too many images this hour. Please try again later.',
  },
} as const satisfies Record<string, ErrorDefinition>

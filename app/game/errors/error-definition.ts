/** The HTTP status of an error and its words: `message` for callers of the API, `title` and `text` for pages. */
export type ErrorDefinition =
  | { status: number; message: string }
  | { status: number; title?: string; text: string; message?: string }

/**
 * In a browser, the place of markup that only the server renders: it stays as it is, because React does not compare the
 * content of an element that has its own. It saves a page's script what needs none (`import.meta.env.SSR`).
 */
export function ServerMarkup(props: { hidden?: boolean; inert?: '' }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the empty string
  return <div {...props} data-served suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
}

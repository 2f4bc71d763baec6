import { purifyHtml } from './purify-html.server.ts'

/** The entry of the sanitiser's worker thread: HTML in, what is left of it out. */
export default purifyHtml

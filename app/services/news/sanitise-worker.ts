import { purifyHtml } from './purify-html.server.ts'

/** The entry of the sanitiser's worker thread. */
export default purifyHtml

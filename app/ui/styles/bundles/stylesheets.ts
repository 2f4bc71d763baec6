import later from './deferred-bundle.css?url'
import dialog from './dialog-bundle.css?url'
import game from './game-bundle.css?url'
import message from './message-page-bundle.css?url'

/**
 * Sheets that stand in the page, before the first thing that needs them: a browser paints what is above while they are
 * on their way (docs/performance.md).
 */
export const dialogStylesheet = dialog
export const messagePageStylesheet = message

/**
 * What no first screen needs is asked for by a sheet of one line (vite.config.ts), so that it shares a slow line with nothing
 * that text waits for. Where the sources are served as they are, it is asked for at once.
 */
export const deferredStylesheet = later.replace('/deferred-bundle-', '/load-deferred-bundle-')

/** The `links` of a route that shows what only the game, its administration and its API do. */
export const gameStylesheetLinks = () => [{ rel: 'stylesheet', href: game }]

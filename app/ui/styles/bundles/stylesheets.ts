import deferred from './deferred-bundle.css?url'
import dialog from './dialog-bundle.css?url'
import game from './game-bundle.css?url'
import message from './message-page-bundle.css?url'

/**
 * Style sheets that are linked in the body, before the first element that needs them: a browser paints what is above
 * while they load (docs/performance.md).
 */
export const dialogStylesheet = dialog
export const messagePageStylesheet = message

/**
 * The styles that no first screen needs. A style sheet of one line imports them (vite.config.ts), so that on a slow
 * connection they do not compete with what the first text waits for. The development server links them directly.
 */
export const deferredStylesheet = deferred.replace('/deferred-bundle-', '/load-deferred-bundle-')

/** The `links` of routes of the game, its administration and its API. */
export const gameStylesheetLinks = () => [{ rel: 'stylesheet', href: game }]

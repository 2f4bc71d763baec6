import game from './styles.css?url'

/** The `links` of routes of the game, its administration and its API. */
export const gameStylesheetLinks = () => [{ rel: 'stylesheet', href: game }]

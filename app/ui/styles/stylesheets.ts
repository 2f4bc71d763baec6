import game from './game.css?url'

/** The `links` of routes of the game, its administration and its API. */
export const gameStylesheetLinks = () => [{ rel: 'stylesheet', href: game }]

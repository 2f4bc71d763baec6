import game from './game.css?url'
import screen from './screen.css?url'

/** The `links` of routes of the game. */
export const gameStylesheetLinks = () => [{ rel: 'stylesheet', href: game }]

/** The `links` of a league's screen. */
export const screenStylesheetLinks = () => [{ rel: 'stylesheet', href: screen }]

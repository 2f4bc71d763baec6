import sheet from './game.css?url'

/** The `links` of every route whose pages show parts of the game. */
export const gameLinks = () => [{ rel: 'stylesheet', href: sheet }]

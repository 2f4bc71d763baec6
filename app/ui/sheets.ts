import dialog from './dialog-sheet.css?url'
import game from './game-sheet.css?url'
import home from './home-sheet.css?url'
import reading from './reading-sheet.css?url'
import songs from './songs-sheet.css?url'

/** For the one dialog that may lie over every page. */
export const dialogSheet = dialog

const linkTo = (href: string) => () => [{ rel: 'stylesheet', href }]

/** The `links` of a route, by what its page shows beyond what every page does. */
export const gameLinks = linkTo(game)
export const homeLinks = linkTo(home)
export const readingLinks = linkTo(reading)
export const songsLinks = linkTo(songs)

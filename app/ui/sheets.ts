import demo from './demo-sheet.css?url'
import dialog from './dialog-sheet.css?url'
import foot from './foot-sheet.css?url'
import game from './game-sheet.css?url'
import home from './home-sheet.css?url'
import message from './message-sheet.css?url'
import reading from './reading-sheet.css?url'
import songs from './songs-sheet.css?url'

/**
 * Sheets that stand in the page, before the first thing that needs them: a browser paints what is above while they are
 * on their way (docs/performance.md).
 */
export const demoSheet = demo
export const dialogSheet = dialog
export const footSheet = foot
export const homeSheet = home
export const messageSheet = message

const linkTo = (href: string) => () => [{ rel: 'stylesheet', href }]

/** The `links` of a route, by what its page shows beyond what every page does. */
export const gameLinks = linkTo(game)
export const readingLinks = linkTo(reading)
export const songsLinks = linkTo(songs)

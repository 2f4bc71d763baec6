import { config } from '#app/config.server.ts'
import { renderCalendar } from '#app/game/season/calendar.ts'
import { respond } from '#app/http/responses.server.ts'
import { db } from '#db/connection.server.ts'
import { findActiveGame } from '#db/seasons/games.server.ts'
import { listDeadlines } from '#db/seasons/rounds.server.ts'

/** Calendar feed of the active game's deadlines. Without a game it is empty: a 404 would end a subscription. */
export async function loader() {
  const game = await findActiveGame(db)
  const deadlines = game ? await listDeadlines(db, game.id) : []

  const calendar = renderCalendar(game && { year: game.year, deadlines }, config.origin)
  return respond(calendar, {
    headers: {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': 'inline; filename="douze-deadlines.ics"',
      'Cache-Control': 'no-cache',
    },
  })
}

import { activateSeason, findBundledSeason, loadSeason } from '#app/services/seasons/seasons.server.ts'
import { findActiveContest } from '#db/seasons/games.server.ts'
import type { App } from './app.ts'

/**
 * The players of the tests, in the real season of 2025. Anna has a team, Björn is her league mate, Carla has a team
 * but shares no league with them, Dora has no team yet, Ada is the admin.
 */
export async function openWorld(app: App) {
  const season = findBundledSeason(2025)
  if (!season) throw new Error('There is no season 2025')
  await loadSeason(app.db, season)
  await activateSeason(app.db, 2025)
  const contest = await findActiveContest(app.db)
  if (!contest) throw new Error('No season is active')
  return {
    season,
    contest,
    anna: await app.login('anna'),
    bjorn: await app.login('bjorn'),
    carla: await app.login('carla'),
    dora: await app.login('dora'),
    ada: await app.login('ada', { isAdmin: true }),
  }
}

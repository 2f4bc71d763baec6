import { toNextDeadlineView } from '#app/game/season/next-deadline.ts'
import { createInstantFormatter } from '#app/http/cookies/time-zone.server.ts'
import type { WallFacts } from '#app/ui/root-data.ts'
import { readActiveContest } from './active-contest.server.ts'

/** As many countries as the sign-in card leaves in sight. */
const COUNTRY_COUNT = 8

/** What everybody may know of the season, for a page that a stranger asks for (D21); null without a season. */
export async function findWallFacts(request: Request, now: number): Promise<WallFacts | null> {
  const contest = await readActiveContest()
  if (!contest) return null
  const print = createInstantFormatter(request, contest.timeZone)
  return {
    entries: contest.entries.slice(0, COUNTRY_COUNT),
    next: toNextDeadlineView({ contest, now, print }),
  }
}

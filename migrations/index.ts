import type { Migration } from 'kysely'
import * as house from './0001-house.ts'
import * as leagueKeeping from './0002-league-keeping.ts'
import * as movement from './0003-movement.ts'
import * as leagueBlocks from './0004-league-blocks.ts'
import * as receipts from './0005-receipts.ts'
import * as sentForms from './0006-sent-forms.ts'
import * as accounts from './0007-accounts.ts'
import * as places from './0008-places.ts'
import * as mails from './0009-mails.ts'
import * as publications from './0010-publications.ts'
import * as runningOrders from './0011-running-orders.ts'
import * as livePublications from './0012-live-publications.ts'
import * as rateLimits from './0013-rate-limits.ts'
import * as leagueScreens from './0014-league-screens.ts'
import * as songsBegun from './0015-songs-begun.ts'
import * as hiddenResults from './0016-hidden-results.ts'
import * as replacedPublications from './0017-replaced-publications.ts'
import * as rolesFrom from './0018-roles-from.ts'
import * as previousPlaces from './0019-previous-places.ts'

/** Every migration in order, listed by hand so that tsx, vitest and the bundle read the same list. Up only. */
export const migrations: Record<string, Migration> = {
  '0001-house': house,
  '0002-league-keeping': leagueKeeping,
  '0003-movement': movement,
  '0004-league-blocks': leagueBlocks,
  '0005-receipts': receipts,
  '0006-sent-forms': sentForms,
  '0007-accounts': accounts,
  '0008-places': places,
  '0009-mails': mails,
  '0010-publications': publications,
  '0011-running-orders': runningOrders,
  '0012-live-publications': livePublications,
  '0013-rate-limits': rateLimits,
  '0014-league-screens': leagueScreens,
  '0015-songs-begun': songsBegun,
  '0016-hidden-results': hiddenResults,
  '0017-replaced-publications': replacedPublications,
  '0018-roles-from': rolesFrom,
  '0019-previous-places': previousPlaces,
}

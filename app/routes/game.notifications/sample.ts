import { sampleNextDeadline, sampleTeam } from '#app/game/sample-data.ts'
import type { NotificationsView } from './load.server.ts'

/** The page behind the sign-in card. */
export const sampleNotificationsView: NotificationsView = {
  countries: [...sampleTeam],
  next: sampleNextDeadline,
  isMailOn: true,
  confirmed: null,
  waiting: null,
  typed: '',
  isOffered: false,
  isChanging: false,
  unsaved: null,
  notices: [],
}

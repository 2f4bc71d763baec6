import { sampleTeam } from '#app/game/sample-data.ts'
import type { WhatIfView } from './load.server.ts'

/** A what-if behind the sign-in card. */
export const sampleWhatIf: WhatIfView = {
  title: 'Grand final',
  isSemiFinal: false,
  live: null,
  countries: sampleTeam,
  hasPoints: true,
  isHidden: false,
  rows: [{ code: '', points: '', error: null }],
  error: null,
  singers: [],
  refusal: null,
  answer: null,
}

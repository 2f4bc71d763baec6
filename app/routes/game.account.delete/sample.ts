import type { DeletionView } from './page.tsx'

/** The deletion page behind the sign-in card. */
export const sampleDeletionView: DeletionView = {
  teams: [{ year: 2025, teamName: 'The Six Lights', isRankingPlacePreserved: true }],
  left: ['The sofa'],
  transferred: [],
  deleted: [],
  idempotencyToken: '',
}

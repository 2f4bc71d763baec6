import type { DeletionPlan } from '#app/services/accounts/account-deletion.server.ts'

/** What a deletion would do, and what its form carries. */
export interface DeletionView extends DeletionPlan {
  once: string
}

/** A deletion that was not confirmed, or asked for too often. */
export interface RefusedDeletion {
  refusal: 'unconfirmed' | 'too-fast'
  typed: string
}

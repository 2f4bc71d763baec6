import type { DeletionPlan } from '#app/services/accounts/account-deletion.server.ts'

/** The consequences of a deletion, and the idempotency token of its form. */
export interface DeletionView extends DeletionPlan {
  once: string
}

/** Action data of a refused deletion. */
export interface RefusedDeletion {
  refusal: 'unconfirmed' | 'too-fast'
  typed: string
}

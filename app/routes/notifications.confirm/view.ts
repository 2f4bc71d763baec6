/** What a link that confirms an address stands for. */
export type ConfirmState = 'asked' | 'confirmed' | 'expired' | 'gone' | 'unknown' | 'not-saved'

export interface ConfirmView {
  state: ConfirmState
  /** For the form that confirms. */
  token: string
}

/** The state of a confirmation link; 'pending' until the button is pressed. */
export type ConfirmState = 'pending' | 'confirmed' | 'expired' | 'gone' | 'unknown' | 'not-saved'

export interface ConfirmView {
  state: ConfirmState
  /** Token for the form. */
  token: string
}

/** Who asks: a manager with a living session. `sessionHash` names the session and opens nothing. */
export interface Visitor {
  readonly managerId: number
  readonly isAdmin: boolean
  readonly sessionHash: string
}

/** Whether the visitor may enter /admin: the provider says so and said so recently (D25, D26). */
export function mayAdminister(visitor: Pick<Visitor, 'isAdmin'> | null): boolean {
  return visitor?.isAdmin === true
}

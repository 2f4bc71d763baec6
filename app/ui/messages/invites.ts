import type { League } from '#app/game/league.ts'
import { markName } from '#app/game/text/name.ts'
import { formatCount } from '#app/ui/format.ts'

/** What a stranger may read about the league of an invite (D11). */
export type InviteHint = Pick<League, 'leagueName' | 'memberCount'>

/** The league and its size, without a name of its members. */
export function describeInvite({ leagueName, memberCount }: InviteHint): string {
  return `Join ${markName(leagueName)}: ${memberCount === 1 ? '1 team' : `${formatCount(memberCount)} teams`} so far.`
}

export const invalidInvite =
  'This invite link does not work. It may be cut off, or the league has a new one. Ask your friend for it.'

export function describeOverInvite(leagueName: string): string {
  return `This season is over: “${markName(leagueName)}” takes no new teams.`
}

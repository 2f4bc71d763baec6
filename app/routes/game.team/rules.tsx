import type { TeamRules } from '#app/game/team/team.ts'
import { TitledCard } from '#app/ui/data/card.tsx'
import { IconList } from '#app/ui/data/icon-list.tsx'
import { formatPrice } from '#app/ui/format.ts'
import type { TeamView } from './load.server.ts'

interface RulesProps {
  rules: TeamRules
  next: TeamView['next']
  /** A show has begun: a team that is saved now is locked (D7). */
  locksAtOnce: boolean
}

/** The Team Building Rules card. */
export function Rules({ rules, next, locksAtOnce }: RulesProps) {
  return (
    <TitledCard id="team-rules" title="Team Building Rules">
      <IconList icon="check" className="mt-[0.6rem]">
        {`Exactly ${rules.teamSize} different countries.`}
        {`Prices add up to ${formatPrice(rules.budgetTenths)}M or less.`}
        {describeLock(next, locksAtOnce)}
        {'This order is your automatic line-up; countries that do not sing come last.'}
      </IconList>
    </TitledCard>
  )
}

function describeLock(next: TeamView['next'], locksAtOnce: boolean) {
  if (locksAtOnce) return 'A show has begun: saving locks your team.'
  if (!next) return 'Teams lock when the first show begins.'
  return (
    <>
      Change it until <time dateTime={next.deadline.iso}>{next.deadline.text}</time>.
    </>
  )
}

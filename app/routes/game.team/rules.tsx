import type { TeamRules } from '#app/game/team.ts'
import { Card } from '#app/ui/card.tsx'
import { formatPrice } from '#app/ui/format.ts'
import { RuleList } from '#app/ui/rule-list.tsx'
import type { TeamView } from './view.ts'

/** The Team Building Rules card. */
export function Rules({ rules, next }: { rules: TeamRules; next: TeamView['next'] }) {
  return (
    <Card pad labelledBy="team-rules">
      <h2 className="t" id="team-rules">
        Team Building Rules
      </h2>
      <RuleList icon="check">
        {`Exactly ${rules.teamSize} different countries.`}
        {`Prices add up to ${formatPrice(rules.budgetTenths)}M or less.`}
        {next ? (
          <>
            You can change your team freely until the {next.roundTitle} begins:{' '}
            <time dateTime={next.deadline.iso}>{next.deadline.text}</time>.
          </>
        ) : (
          'Teams are locked once the first show begins.'
        )}
        {'Your order here is your automatic line-up. You can set another for each show.'}
      </RuleList>
    </Card>
  )
}

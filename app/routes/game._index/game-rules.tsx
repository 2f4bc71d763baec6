import { IconList } from '#app/ui/data/icon-list.tsx'
import { formatPrice } from '#app/ui/format.ts'
import { IconLink, LinkButton } from '#app/ui/forms/button.tsx'
import { Dialog } from '#app/ui/forms/dialog.tsx'
import type { DashboardView } from './load.server.ts'

/** The Game Rules, a linkable state of the dashboard (D15), in the spec's five sections. */
export function GameRules({ rules }: Pick<DashboardView, 'rules'>) {
  const shares = `${rules.percentages.slice(0, -1).join(', ')} and ${rules.percentages.at(-1)} percent`
  return (
    <Dialog
      title="Game Rules"
      close={<IconLink icon="x" label="Close" href="/game?closed=rules" soft />}
      footer={
        <LinkButton href="/game?closed=rules" soft>
          Close
        </LinkButton>
      }
    >
      <div className="grid gap-[0.9rem]">
        <Section title="Team Selection">
          {`Pick exactly ${rules.teamSize} countries for at most ${formatPrice(rules.budgetTenths)} million euros.`}
          {`You can change your team as often as you like until the ${rules.firstRound} begins. Then it is locked; a team that joins later is locked at once.`}
        </Section>
        <Section title="Scoring System">
          {
            'In a semi-final, each country that qualifies from it earns 50 points. In the final, each country earns its real points.'
          }
          {`Points are multiplied by the share of the position: ${shares}.`}
        </Section>
        <Section title="Lineup Management">
          {'Order your six for every show until it begins. The order you save counts for that show.'}
          {"Forgot to save? Your team's own order is used, with those who do not sing there last."}
        </Section>
        <Section title="Leagues">
          {'Create a private league and send its invite link, or join one by a link you were sent.'}
          {`You can be a member of ${rules.leagueLimit} leagues. Only their members see your manager name.`}
        </Section>
        <Section title="Results & Ranking">
          {'Scores are computed after each show. The total of all shows decides your rank.'}
          {'Teams with equal totals share a rank: 1, 2, 2, 4.'}
        </Section>
      </div>
    </Dialog>
  )
}

function Section({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section>
      <h3>{title}</h3>
      <IconList icon="check">{children}</IconList>
    </section>
  )
}

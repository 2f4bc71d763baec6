import type { MetaFunction } from '@remix-run/node'
import { LegalPage } from '#app/ui/legal-page.tsx'

export const meta: MetaFunction = () => [{ title: 'Terms of Service – Douze' }]

export default function TermsRoute() {
  return (
    <LegalPage title="Terms of Service">
      <h2>The game</h2>
      <p>
        Douze is a free game made by fans. It is not affiliated with the European Broadcasting Union or the
        Eurovision Song Contest. There is nothing to buy and no prize to win.
      </p>
      <h2>Your account</h2>
      <p>
        You sign in through an external identity provider. One person plays with one team per season. Choose
        names that you would say aloud on a shared sofa: team names are public, manager names are seen by the
        members of your private leagues. Names that insult others can be changed or removed.
      </p>
      <h2>Results</h2>
      <p>
        Scores follow the published results of the contest. Mistakes are corrected as soon as they are known,
        and rankings are then computed again.
      </p>
      <h2>Liability</h2>
      <p>
        The game is offered as it is. We do our best to keep it running through the minute before every
        deadline, but give no warranty.
      </p>
    </LegalPage>
  )
}

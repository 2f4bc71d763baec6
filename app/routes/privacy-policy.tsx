import type { MetaFunction } from '@remix-run/node'
import { LegalPage } from '#app/ui/legal-page.tsx'

export const meta: MetaFunction = () => [{ title: 'Privacy Policy – Douze' }]

export default function PrivacyRoute() {
  return (
    <LegalPage title="Privacy Policy">
      <h2>Account data</h2>
      <p>
        When you sign in, the identity provider tells us an identifier for your account and nothing else. With
        it we store what you save: your team name, your manager name, your countries, your line-ups and your
        leagues.
      </p>
      <h2>Email communications</h2>
      <p>
        We know no e-mail address of yours and send none today. Should messages about new games be offered,
        they will be sent only after you confirmed your address, and every one will carry a link to
        unsubscribe.
      </p>
      <h2>Cookies</h2>
      <p>
        Only necessary cookies are set: a session cookie while you are signed in, one for a few minutes while
        you sign in, one that carries a message from one page to the next, and one that remembers your time
        zone. Videos of the songs are loaded from YouTube only after you press play.
      </p>
      <h2>Security</h2>
      <p>
        Connections are encrypted, sessions can be ended at any time by signing out, and tokens of the
        identity provider never reach your browser.
      </p>
      <h2>Your rights</h2>
      <p>
        You can ask what is stored about you, have it corrected, receive a copy, and have it deleted. You can
        also complain to your data-protection authority.
      </p>
    </LegalPage>
  )
}

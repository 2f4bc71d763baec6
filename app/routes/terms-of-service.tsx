import type { MetaFunction } from '@remix-run/node'
import { LegalPage } from '#app/ui/layout/legal-page.tsx'
import { buildPageMeta } from '#app/ui/meta/page-meta.ts'

export const meta: MetaFunction = ({ matches }) =>
  buildPageMeta(matches, {
    title: 'Terms of Service',
    description: 'The terms of Douze, a free fantasy game for the Eurovision Song Contest made by fans.',
    path: '/terms-of-service',
  })

export default function TermsRoute() {
  return (
    <LegalPage title="Terms of Service">
      <p>
        These terms hold between you and the operator of this site (‘we’) whenever you use Douze. They are
        short on purpose. If you do not agree with them, please do not play; reading the news and the songs
        binds you to nothing but fairness.
      </p>
      <h2>What Douze is</h2>
      <p>
        Douze is a free fantasy game made by fans: you choose six countries of the Eurovision Song Contest,
        put them in order for each show, and earn points from the real results. There is nothing to buy,
        nothing to bet and no prize to win. Douze is not affiliated with, sponsored or approved by the
        European Broadcasting Union or the Eurovision Song Contest. Names of contests, countries, artists and
        songs belong to their owners, and are used here only to say what the game is about.
      </p>
      <h2>Your account</h2>
      <p>
        You sign in through an identity provider, under its terms. Keep your access to yourself: what is done
        with your account counts as done by you. If you are too young to agree to terms on your own where you
        live, a parent or guardian has to agree for you. What is stored about you is described in the{' '}
        <a href="/privacy-policy">Privacy Policy</a>.
      </p>
      <h2>Fair play</h2>
      <ul>
        <li>One person plays with one team per season.</li>
        <li>
          Choose names that you would say aloud on a shared sofa. Team names are public, manager names and
          league names are seen by the members of your private leagues. Names must not insult or threaten
          anyone, pretend to be somebody else, or advertise.
        </li>
        <li>
          Invite to a league only people who would like to be invited. The owner of a league may rename it,
          remove members and make a new link.
        </li>
        <li>
          Do not disturb the game: no floods of requests, no attempts to see or change what is not yours, no
          programs that play in your place. If you find a security hole, tell us before you tell others.
        </li>
      </ul>
      <h2>Deadlines, scores and ranks</h2>
      <p>
        The rules of the game are on the dashboard under ‘Game Rules’ and are part of these terms. A team is
        locked when the first semi-final begins, and the order for a show when that show begins; what counts
        is the time on our server when your save arrives. Scores follow the published results of the contest.
        A mistake is corrected as soon as it is known, even after a show, and all ranks are then computed
        again. Should a show be cancelled or its results be changed, we settle it in the way that is fairest
        to all teams, and say so in the news.
      </p>
      <h2>Texts, pictures, videos and links</h2>
      <p>
        The articles are there to be read and linked to; for anything else, please ask. The names you enter
        stay yours: you allow us to show them where the game shows them. Videos come from YouTube and some
        posts from Instagram. They are shown from there, under the terms of those services, once you press
        play or allow them. For what other sites do, their owners answer.
      </p>
      <h2>Availability and liability</h2>
      <p>
        The game is offered free of charge and as it is. We do our best to keep it running through the minute
        before every deadline, but promise no availability, and may change, pause or end it. We are liable
        without limit for intent and gross negligence, for harm to life, body and health, and wherever the law
        does not let anyone limit it. For the rest, a missed deadline, a wrong score or a lost rank gives no
        claim to compensation.
      </p>
      <h2>Ending</h2>
      <p>
        You may stop at any time, without a reason, and <a href="/game/account">delete your account</a>. We
        may remove a name, a league or a team that breaks these terms, and close an account that does so again
        or seriously. Where it can wait, we tell you first and hear you.
      </p>
      <h2>Changes, law and contact</h2>
      <p>
        We may change these terms, for example when a new season brings new rules. The date at the top says
        when that last happened; changes that matter to a running season are announced in the news before they
        take effect. The law of the country in which the operator is established applies, and it takes nothing
        from the rights that consumers have where they live. If one sentence here turns out invalid, the
        others stay. You reach the operator of this site, for example, through the profiles linked at the foot
        of every page.
      </p>
    </LegalPage>
  )
}

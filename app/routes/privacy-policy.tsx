import type { MetaFunction } from '@remix-run/node'
import { CookieTable } from '#app/ui/consent/cookie-table.tsx'
import { LegalPage } from '#app/ui/layout/legal-page.tsx'
import { buildPageMeta } from '#app/ui/meta/page-meta.ts'

export const meta: MetaFunction = ({ matches }) =>
  buildPageMeta(matches, {
    title: 'Privacy Policy',
    description: 'What Douze stores about you, which cookies it sets, and your rights over your data.',
    path: '/privacy-policy',
  })

export default function PrivacyRoute() {
  return (
    <LegalPage title="Privacy Policy">
      <p>
        Douze is a small game, and it needs little: a key to recognise your account, and what you enter to
        play. It does not measure you, does not advertise and does not sell anything, data least of all. This
        page says what is stored, why, for how long, and what you can ask. ‘We’ is the operator of this site:
        whoever runs it at the address you see in your browser, and answers for your data there.
      </p>
      <h2>Account data</h2>
      <p>
        You can read the news, the songs and these pages without an account. To play you sign in at an
        identity provider. Your password, your address and your name there are the provider’s business: we ask
        it for nothing but a confirmation that it is you. From what it sends we store:
      </p>
      <ul>
        <li>its own address and the identifier it gives your account, which is how we know you again;</li>
        <li>
          for the time of a session, its sealed tokens, whether you are an admin, and when you came last.
        </li>
      </ul>
      <p>While you play we store what you enter, and nothing that you do not:</p>
      <ul>
        <li>
          your team: its name, your manager name, six countries, and your order for each show. The team’s
          name, its results and, once a show has begun, its order for that show are public. Before that nobody
          sees your order but you;
        </li>
        <li>
          your manager name is shown only to you and to the members of your private leagues. Choose a nickname
          if you like;
        </li>
        <li>
          your leagues: which ones you are in, since when, and a log of who joined, left or was removed, which
          their members can read. The owner of a league can make a link that shows its first teams, without
          managers’ names, to whoever has it; the league’s page says so.
        </li>
      </ul>
      <p>
        We need these data to let you play, which is what you ask for when you create a team (in the words of
        the General Data Protection Regulation: to perform a contract, article 6(1)(b)). We do not build
        profiles and take no automated decisions about people; the only thing computed is your score.
      </p>
      <h2>Email communications</h2>
      <p>
        Without your consent we send nothing. If you want to be told of new games, deadlines or results, you
        enter an e-mail address at <a href="/game/notifications">Notifications</a>, and we write to it once,
        with a link that confirms it. Your identity provider may tell us an address when you sign in: then it
        is offered to you in that form, and it is not stored with your account unless you send the form (until
        then it is part of the sealed token of your session).
      </p>
      <p>For a confirmed address, and only while you want mails (article 6(1)(a)), we store:</p>
      <ul>
        <li>the address, since when it is confirmed, what you want to be told, and your time zone;</li>
        <li>
          which mails went to you, when, and whether the mail server took them; not their text. Mails hold no
          pictures and nothing else that would tell us whether you read them.
        </li>
      </ul>
      <p>
        An address that nobody confirms is forgotten after about a week. Every message but the one that asks
        for the confirmation carries a link to unsubscribe that works with one press and without signing in;
        once there is nothing left that you want to be told, the address is deleted. You can change and remove
        it yourself at any time: it is deleted with the list of mails that went to it. Our mail server passes
        the mails on to yours; no address is shown to anybody else or written into our logs. Messages about
        your account itself, such as a new password, come from the identity provider.
      </p>
      <p>
        Without an address you find the same news on your dashboard. Which of them you have dismissed is
        stored with your account, and so is whether results are hidden from you, and which you have opened.
      </p>
      <h2>Cookies</h2>
      <p>
        A first visit sets no cookie. Those below are set when you do something that needs them. They are our
        own, only this site can read them, and none of them follows you anywhere. All are necessary for what
        you asked for, so they need no consent.
      </p>
      <CookieTable />
      <p>
        You can decide about one thing: whether articles show posts from social networks. Nothing of theirs is
        loaded before you allow it. Open ‘Cookie preferences’ at the foot of any page to change your mind;
        what you withdraw is off from the next page on. We use no cookies for analytics and none for
        advertising. Besides, the pages of the game note in your browser how far you had scrolled, until you
        close the tab; that is never sent. You can also delete cookies in your browser: then you are signed
        out and asked again.
      </p>
      <h2>Videos, posts and other sites</h2>
      <p>
        Our pages load everything from this site alone: texts, pictures, fonts and flags. There are three
        exceptions, and each waits for you:
      </p>
      <ul>
        <li>
          a video plays from YouTube (Google) once you press play, in its mode of enhanced privacy. YouTube
          then learns your IP address and which video you watch. Because a video is shown only when you ask
          for it, videos count as necessary;
        </li>
        <li>
          a post from Instagram (Meta) inside an article appears only when you have allowed ‘Socials’.
          Instagram then learns your IP address and may set or read cookies of its own;
        </li>
        <li>the identity provider sees that you sign in here when you press ‘Sign In’.</li>
      </ul>
      <p>
        What those companies do with it is described in their own privacy policies, and some of it may happen
        outside the European Economic Area. Plain links, such as those to our profiles, send nothing until you
        follow them.
      </p>
      <h2>Security</h2>
      <p>
        Connections are encrypted. The session cookie cannot be read by scripts, and our database knows only a
        fingerprint of it. The provider’s tokens are stored encrypted and never reach your browser while you
        are signed in. Whoever works on the machine sees as little as the work needs. No protection is
        perfect: should your data be lost or seen by others, we tell you and the authorities as the law
        demands.
      </p>
      <p>
        The server writes a short log to find faults and attacks: time, page without its query, result and
        duration. It holds no cookies, nothing you typed, and no IP addresses; those are used only in memory,
        for some minutes, to turn floods of requests away. Whoever hosts the machine or its proxy may keep a
        log of connections for a few days for the same reason (a legitimate interest, article 6(1)(f)).
      </p>
      <h2>How long we keep it</h2>
      <ul>
        <li>A session is deleted when you sign out, and expires after 14 days without a visit.</li>
        <li>A sign-in that was begun is forgotten after a day, or at the next one after that.</li>
        <li>
          Teams, line-ups and leagues stay while their season can be looked up, because results would have
          holes without them. <a href="/game/account">Delete your account</a>, and they are gone at once: your
          leagues go on without you, and from the first show on your place in the ranking stays without a
          name, as ‘Deleted team’, so that nobody else’s rank changes.
        </li>
        <li>
          What is deleted is soon overwritten in the database. Backups are overwritten in turn, so it is gone
          from them some weeks later.
        </li>
      </ul>
      <h2>Your data-protection rights</h2>
      <p>
        Under the General Data Protection Regulation, and wherever you live, you can ask us at any time to
      </p>
      <ul>
        <li>
          tell you what is stored about you, and give you a copy in a form that machines can read.{' '}
          <a href="/game/account">Your account</a> has both for you;
        </li>
        <li>correct what is wrong; team and manager name you change yourself until the first show;</li>
        <li>
          delete your account with all it holds. You can <a href="/game/account/delete">do it yourself</a>, at
          once;
        </li>
        <li>restrict what we do with it, or stop what we do out of a legitimate interest;</li>
        <li>
          take back a consent, such as the one to mails: by the link in each of them, or at{' '}
          <a href="/game/notifications">Notifications</a>. What happened before stays lawful.
        </li>
      </ul>
      <p>
        It costs nothing, and we answer within a month. So that nobody else gets your data, we may ask you to
        show that the account is yours, for example by signing in. If you think that we are wrong, you can
        complain to the data-protection authority where you live or where this site is run.
      </p>
      <h2>Children</h2>
      <p>
        The pages are suitable for all ages. An account is for people who are old enough to agree to this
        policy on their own where they live, which is between 13 and 16 in most of Europe. Anyone younger
        needs a parent or guardian who agrees. If you learn of an account that was made without that, tell us
        and we delete it.
      </p>
      <h2>Changes and contact</h2>
      <p>
        When this policy changes, the date at its top does too. A change that affects what you already gave us
        is announced in the news first. For questions and requests write to the operator of this site, for
        example through one of the profiles linked at the foot of every page.
      </p>
    </LegalPage>
  )
}

interface Cookie {
  name: string
  purpose: string
  lifetime: string
}

/** Every cookie that Douze sets; a test compares the list with the app's responses. */
const cookies: readonly Cookie[] = [
  {
    name: '__Host-sid',
    purpose: 'Your session: says who you are while you are signed in.',
    lifetime: 'until you sign out; at most 90 days, or 14 days without a visit',
  },
  {
    name: 'attempt:…',
    purpose: 'Proves that a sign-in comes back to the browser that began it.',
    lifetime: 'until the sign-in is complete; at most 1 hour',
  },
  {
    name: 'consent',
    purpose: 'Your answer to the question about cookies. Set only once you answer.',
    lifetime: '1 year',
  },
  {
    name: 'flash',
    purpose: 'Carries one message to the next page, such as “Team saved successfully”.',
    lifetime: 'until the next page; at most 1 minute',
  },
  {
    name: 'invite',
    purpose: 'Keeps a league’s invite, and whether you accepted it, while you create your team.',
    lifetime: 'until your team is saved; at most 1 day',
  },
  {
    name: 'league',
    purpose: 'Remembers which of your leagues you looked at last.',
    lifetime: 'until you close the browser',
  },
  {
    name: 'lineup-draft',
    purpose: 'A line-up order that you left without saving, so that it is there when you come back.',
    lifetime: 'until you save or discard it, sign out, or close the browser',
  },
  {
    name: 'results',
    purpose: 'Hides results from you, and knows which ones you opened. Set only once you hide them.',
    lifetime: '1 year, or until you show them again',
  },
  {
    name: 'team-draft',
    purpose: 'Changes to your team that you left without saving, so that they are there when you come back.',
    lifetime: 'until you save or discard them, sign out, or close the browser',
  },
  {
    name: 'tz',
    purpose: 'Your browser’s time zone, so that deadlines are shown in your time. Set by pages of the game.',
    lifetime: '1 year',
  },
  {
    name: 'zone',
    purpose: 'The time zone you chose for the game, instead of your browser’s.',
    lifetime: '1 year',
  },
]

/** The cookies by name, purpose and lifetime. All are first-party and necessary (spec 2). */
export function CookieTable() {
  return (
    <table className="wrap-anywhere text-sm [&_:is(td,th)]:pr-[0.6rem] [&_:is(td,th)]:pl-0 [&_:is(td,th)]:align-baseline">
      <thead>
        <tr>
          <th scope="col">Cookie</th>
          <th scope="col">What it does</th>
          <th scope="col">How long</th>
        </tr>
      </thead>
      <tbody>
        {cookies.map(({ name, purpose, lifetime }) => (
          <tr key={name}>
            <th scope="row" className="whitespace-nowrap">
              {name}
            </th>
            <td>{purpose}</td>
            <td>{lifetime}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

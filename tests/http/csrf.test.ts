import { expect, test } from 'vitest'
import { hasSessionCookie, isSameOrigin } from '#app/http/csrf.server.ts'

const home = 'https://douze.example'
const session = '__Host-sid=abc'

interface Case {
  says: string
  passes: boolean
  method?: string
  path?: string
  secFetchSite?: string
  origin?: string
  cookie?: string
}

const cases: Case[] = [
  { says: 'reading from anywhere', method: 'GET', secFetchSite: 'cross-site', cookie: session, passes: true },
  { says: 'a HEAD from anywhere', method: 'HEAD', secFetchSite: 'cross-site', passes: true },
  {
    says: 'a form of our own page',
    secFetchSite: 'same-origin',
    origin: home,
    cookie: session,
    passes: true,
  },
  { says: 'a post by the person at the browser', secFetchSite: 'none', cookie: session, passes: true },
  { says: 'a form of another site', secFetchSite: 'cross-site', cookie: session, passes: false },
  { says: 'a form of another site, signed out', secFetchSite: 'cross-site', passes: false },
  { says: 'a sister host', secFetchSite: 'same-site', origin: 'https://evil.douze.example', passes: false },
  { says: 'a lying Origin', secFetchSite: 'cross-site', origin: home, cookie: session, passes: false },
  { says: 'an unknown word', secFetchSite: 'whatever', origin: home, passes: false },
  { says: 'an empty word', secFetchSite: '', origin: home, passes: false },
  { says: 'an older browser on our page', origin: home, cookie: session, passes: true },
  {
    says: 'an older browser on another site',
    origin: 'https://evil.example',
    cookie: session,
    passes: false,
  },
  { says: 'another site, signed out', origin: 'https://evil.example', passes: false },
  { says: 'a hidden origin', origin: 'null', cookie: session, passes: false },
  { says: 'our name as a prefix', origin: `${home}.evil.example`, passes: false },
  { says: 'our host over http', origin: 'http://douze.example', cookie: session, passes: false },
  { says: 'our host on another port', origin: `${home}:8443`, cookie: session, passes: false },
  { says: 'a program with a session cookie', cookie: `theme=dark; ${session}`, passes: false },
  { says: 'a program with the local session cookie', cookie: 'sid=abc', passes: false },
  { says: 'a program with some other cookie', cookie: 'consent=1', passes: true },
  { says: 'a program without any cookie', passes: true },
  { says: 'DELETE counts as a write', method: 'DELETE', secFetchSite: 'cross-site', passes: false },
  {
    says: "the provider's logout",
    path: '/auth/backchannel-logout',
    origin: 'https://idp.example',
    passes: true,
  },
  {
    says: 'a neighbour of that path',
    path: '/auth/backchannel-logout.data',
    secFetchSite: 'cross-site',
    passes: false,
  },
]

test.each(cases)('$says: passes $passes', ({ passes, ...given }) => {
  const asked = {
    method: 'POST',
    path: '/game/team',
    secFetchSite: undefined,
    origin: undefined,
    cookie: undefined,
  }
  expect(isSameOrigin({ ...asked, ...given }, home)).toBe(passes)
})

test('a session is recognised by its cookie name only', () => {
  expect(hasSessionCookie('a=1; sid=x')).toBe(true)
  expect(hasSessionCookie('__Host-sid=x')).toBe(true)
  expect(hasSessionCookie('notsid=x; sidecar=1')).toBe(false)
  expect(hasSessionCookie(undefined)).toBe(false)
})

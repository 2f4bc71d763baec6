import { describe, expect, test } from 'vitest'
import {
  applyConsentChoice,
  type Consent,
  formatConsent,
  noConsent,
  parseConsent,
} from '#app/game/consent.ts'

const given = (...allowed: (keyof Consent)[]): Consent => ({
  ...noConsent,
  ...Object.fromEntries(allowed.map((category) => [category, true])),
  isGiven: true,
})
const everything = given('analytics', 'socials', 'advertising')

test('before a choice nothing is given and nothing is allowed', () => {
  expect(noConsent).toEqual({ isGiven: false, analytics: false, socials: false, advertising: false })
})

describe('a choice', () => {
  test.each([
    ['Accept All allows all three', noConsent, { kind: 'accept-all' }, everything],
    ['Accept All overrules a no', given(), { kind: 'accept-all' }, everything],
    ['Necessary Only allows none', noConsent, { kind: 'necessary-only' }, given()],
    ['Necessary Only takes back a yes', everything, { kind: 'necessary-only' }, given()],
    ['Save counts as a choice', noConsent, { kind: 'save', chosen: {} }, given()],
    ['Save sets what it names', noConsent, { kind: 'save', chosen: { socials: true } }, given('socials')],
    [
      'Save leaves what it does not name',
      everything,
      { kind: 'save', chosen: { socials: false } },
      given('analytics', 'advertising'),
    ],
  ] as const)('%s', (_, before, choice, after) => expect(applyConsentChoice(before, choice)).toEqual(after))
})

describe('the stored text', () => {
  test.each([
    [given(), 'necessary'],
    [given('socials'), 'necessary.socials'],
    [given('advertising', 'analytics'), 'necessary.analytics.advertising'],
    [everything, 'necessary.analytics.socials.advertising'],
  ])('%j is restored from what was written: %s', (consent, text) => {
    expect(formatConsent(consent)).toBe(text)
    expect(parseConsent(text)).toEqual(consent)
  })

  test.each([
    undefined,
    '',
    'socials',
    'necessary.',
    'necessary.socials.analytics',
    'necessary.socials.socials',
    'necessary.everything',
    'Necessary',
    ' necessary',
    'true',
    '{"socials":true}',
    '%00',
  ])('%j does not parse, so there is no choice', (text) => expect(parseConsent(text)).toEqual(noConsent))
})

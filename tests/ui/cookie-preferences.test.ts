import { expect, test } from 'vitest'
import {
  getHrefWithoutPreferences,
  getPreferencesHref,
  hasOpenPreferences,
} from '#app/ui/consent/cookie-preferences.ts'

test.each([
  ['/', '/?dialog=cookies'],
  ['/news?page=2', '/news?page=2&dialog=cookies'],
  ['/game?dialog=rules', '/game?dialog=cookies'],
  ['/game/team?teamName=a%26b&picks=AT.EE', '/game/team?teamName=a%26b&picks=AT.EE&dialog=cookies'],
  ['/?dialog=cookies', '/?dialog=cookies'],
  ['//evil.example/?x=1', '/evil.example/?x=1&dialog=cookies'],
])('the preferences open over %s at %s', (href, expected) => {
  expect(getPreferencesHref(href)).toBe(expected)
  expect(hasOpenPreferences(expected.slice(expected.indexOf('?')))).toBe(true)
})

test.each([
  ['/?dialog=cookies', '/'],
  ['/', '/'],
  ['/news?page=2&dialog=cookies', '/news?page=2'],
  ['/game?dialog=rules', '/game?dialog=rules'],
  ['/songs?q=a?b&dialog=cookies', '/songs?q=a%3Fb'],
  ['//evil.example?dialog=cookies', '/evil.example'],
])('closing the preferences at %s leads to %s', (href, expected) => {
  expect(getHrefWithoutPreferences(href)).toBe(expected)
})

test.each(['', '?dialog=rules', '?dialog=', '?cookies', '?dialog=rules&dialog=cookies'])(
  'the query %j does not open the preferences',
  (search) => expect(hasOpenPreferences(search)).toBe(false),
)

import { expect, test } from 'vitest'
import { closePreferences, hasPreferences, openPreferences } from '#app/ui/preferences.ts'

test.each([
  ['/', '/?dialog=cookies'],
  ['/news?page=2', '/news?page=2&dialog=cookies'],
  ['/game?dialog=rules', '/game?dialog=cookies'],
  ['/game/team?teamName=a%26b&picks=AT.EE', '/game/team?teamName=a%26b&picks=AT.EE&dialog=cookies'],
  ['/?dialog=cookies', '/?dialog=cookies'],
  ['//evil.example/?x=1', '/evil.example/?x=1&dialog=cookies'],
])('the preferences open over %s at %s', (here, expected) => {
  expect(openPreferences(here)).toBe(expected)
  expect(hasPreferences(expected.slice(expected.indexOf('?')))).toBe(true)
})

test.each([
  ['/?dialog=cookies', '/'],
  ['/', '/'],
  ['/news?page=2&dialog=cookies', '/news?page=2'],
  ['/game?dialog=rules', '/game?dialog=rules'],
  ['/songs?q=a?b&dialog=cookies', '/songs?q=a%3Fb'],
  ['//evil.example?dialog=cookies', '/evil.example'],
])('closing them at %s leads to %s', (here, expected) => {
  expect(closePreferences(here)).toBe(expected)
})

test.each(['', '?dialog=rules', '?dialog=', '?cookies', '?dialog=rules&dialog=cookies'])(
  'the query %j does not open them',
  (search) => expect(hasPreferences(search)).toBe(false),
)

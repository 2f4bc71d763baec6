import { expect, test } from 'vitest'
import { matchesEtag, negotiateCoding } from '#app/server/response/etag.server.ts'

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP', 'gzip'],
  ['br;q=0.5, gzip', 'gzip'],
  ['br;q=0, gzip;q=0', 'identity'],
  ['br; q=0 , gzip ; q=0.1', 'gzip'],
  ['*', 'br'],
  ['*;q=0, gzip', 'gzip'],
  ['br;q=0, *', 'gzip'],
  ['br;q=x, gzip;q=2', 'identity'],
  ['deflate, zstd', 'identity'],
  ['identity', 'identity'],
])('Accept-Encoding: %s chooses %s', (accepted, coding) => {
  expect(negotiateCoding(accepted)).toBe(coding)
})

test.each([
  ['W/"abc"', true],
  ['"abc"', true],
  ['*', true],
  ['"x", W/"abc"', true],
  ['"x,y","abc"', true],
  [undefined, false],
  ['', false],
  ['abc', false],
  ['"abcd"', false],
  ['W/"x", "y"', false],
  ['"a,b", "abc"', true],
  ['"abc', false],
  ['"abc"x', false],
  ['x"abc"', false],
  ['"abc" , "x"', true],
])('If-None-Match: %s matches W/"abc": %s', (header, expected) => {
  expect(matchesEtag(header, 'W/"abc"')).toBe(expected)
})

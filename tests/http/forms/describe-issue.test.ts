import { expect, test } from 'vitest'
import { z } from 'zod'
import { parseValue } from '#app/http/forms/parse-form.server.ts'

/** What is wrong with a field is said in a sentence, not in the validator's words. */
test.each([
  ['another type', z.string(), 5, 'text expected'],
  ['nothing', z.string(), undefined, 'text expected'],
  ['text for a number', z.number(), 'x', 'a number expected'],
  ['a part of a number', z.int(), 1.5, 'a whole number expected'],
  ['a number that no computer counts to', z.int(), 1e300, 'at most 9007199254740991 expected'],
  ['no list', z.array(z.int()), {}, 'a list expected'],
  ['no object', z.object({}), [], 'an object expected'],
  ['a type of which nobody thought', z.date(), 'x', 'another value expected'],
  ['one of some', z.enum(['COMPETITION', 'GAME']), 'X', 'COMPETITION or GAME expected'],
  ['a number over the largest', z.int().max(9999), 10_000, 'at most 9999 expected'],
  ['a number under the smallest', z.int().min(0), -1, 'at least 0 expected'],
  ['a long text', z.string().max(3), 'abcd', 'at most 3 characters expected'],
  ['a short text', z.string().min(1), '', 'at least 1 character expected'],
  ['a long list', z.array(z.int()).max(2), [1, 2, 3], 'at most 2 items expected'],
  ['another form', z.string().regex(/^\d$/), 'x', 'text in another format expected'],
  ['no multiple', z.number().multipleOf(5), 3, 'another value expected'],
  ['a rule of our own without words', z.string().refine(() => false), 'x', 'another value expected'],
  ['none of several', z.union([z.string(), z.int()]), [], 'another value expected'],
  ['an unknown key', z.strictObject({}), { b: 1 }, 'another value expected'],
])('%s', (_, schema, value, told) => {
  expect(parseValue(z.object({ field: schema }), { field: value })).toEqual({
    ok: false,
    fieldErrors: { field: `field: ${told}` },
  })
})

test('a part of a list is named by its place, and what is no object at all as a whole', () => {
  const schema = z.object({ players: z.array(z.int()) })
  expect(parseValue(schema, { players: [1, 'x'] })).toMatchObject({
    fieldErrors: { 'players.1': 'players.1: a number expected' },
  })
  expect(parseValue(schema, 'x')).toMatchObject({ fieldErrors: { form: 'form: an object expected' } })
})

test('a sentence of our own stays as it is', () => {
  const schema = z.object({ name: z.string().max(3, 'Please limit the name.') })
  expect(parseValue(schema, { name: 'abcd' })).toMatchObject({
    fieldErrors: { name: 'Please limit the name.' },
  })
})

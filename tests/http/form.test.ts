import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { isStorable, parseForm } from '#app/http/form.server.ts'
import { listOf, pageQuery, readQuery } from '#app/http/query.server.ts'

const schema = z.object({
  name: z.string().trim().min(1, 'Please enter a name').max(5, 'Too long'),
  entry: listOf(z.string().length(2)),
})

function post(body: BodyInit, headers: Record<string, string> = {}): Request {
  return new Request('http://localhost/', { method: 'POST', body, headers })
}

function form(...fields: [string, string][]): Request {
  return post(new URLSearchParams(fields))
}

describe('a form', () => {
  test('comes out typed, one or many', async () => {
    const one = await parseForm(form(['name', ' Anna '], ['entry', 'AT']), schema)
    expect(one).toEqual({ ok: true, value: { name: 'Anna', entry: ['AT'] } })
    const many = await parseForm(form(['name', 'Anna'], ['entry', 'AT'], ['entry', 'SE']), schema)
    expect(many).toMatchObject({ value: { entry: ['AT', 'SE'] } })
    const none = await parseForm(form(['name', 'Anna']), schema)
    expect(none).toMatchObject({ value: { entry: [] } })
  })

  test('is refused with the first message per field, and keeps what was typed', async () => {
    const refused = await parseForm(form(['name', 'Annabel'], ['entry', 'AT'], ['entry', 'SE']), schema)
    expect(refused).toEqual({
      ok: false,
      fieldErrors: { name: 'Too long' },
      input: { name: 'Annabel', entry: 'AT,SE' },
    })
  })

  test('a field sent twice is no text', async () => {
    const refused = await parseForm(form(['name', 'A'], ['name', 'B']), schema)
    expect(refused).toMatchObject({ ok: false, fieldErrors: { name: expect.any(String) } })
  })

  test('NUL is refused by name, before any rule', async () => {
    expect(await parseForm(form(['name', 'a\0b']), schema)).toMatchObject({
      ok: false,
      fieldErrors: { name: 'This text contains characters that cannot be stored.' },
    })
  })

  test('an unpaired surrogate is refused, a paired one is text', () => {
    expect(isStorable('a\ud800b')).toBe(false)
    expect(isStorable('\udc00')).toBe(false)
    expect(isStorable('🎤')).toBe(true)
  })

  test('a file is left out', async () => {
    const body = new FormData()
    body.set('name', new File(['x'], 'name.txt'))
    expect(await parseForm(post(body), schema)).toMatchObject({
      ok: false,
      fieldErrors: { name: expect.any(String) },
    })
  })

  test('a field named like an object’s own parts is a field like any other', async () => {
    const result = await parseForm(form(['name', 'A'], ['__proto__', 'x'], ['constructor', 'y']), schema)
    expect(result).toEqual({ ok: true, value: { name: 'A', entry: [] } })
    expect({}).not.toHaveProperty('x')
  })

  test.each([
    ['broken parts', post('--x\r\nnonsense', { 'Content-Type': 'multipart/form-data; boundary=x' })],
    ['no form', post('{}', { 'Content-Type': 'application/json' })],
    ['too many fields', form(...Array.from({ length: 501 }, (_, i): [string, string] => [`f${i}`, '']))],
  ])('%s: 400', async (_, request) => {
    await expect(parseForm(request, schema)).rejects.toMatchObject({ init: { status: 400 } })
  })
})

describe('a window of a list', () => {
  const page = (query: string) => readQuery(new Request(`http://localhost/api/teams${query}`), pageQuery)

  test.each([
    ['', { offset: 0, limit: 10 }],
    ['?offset=20&limit=100', { offset: 20, limit: 100 }],
    ['?limit=1&other=x', { offset: 0, limit: 1 }],
  ])('%s', (query, value) => {
    expect(page(query)).toEqual({ ok: true, value })
  })

  test.each([
    '?offset=-1',
    '?limit=0',
    '?limit=101',
    '?limit=',
    '?limit=1e1',
    '?limit=5.0',
    '?offset=1&offset=2',
  ])('%s is refused', (query) => {
    expect(page(query).ok).toBe(false)
  })
})

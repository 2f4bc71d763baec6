import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { boundedText, isStorable, typedText } from '#app/http/forms/fields.server.ts'
import { parseForm } from '#app/http/forms/parse-form.server.ts'
import {
  listOf,
  pageQuery,
  readQuery,
  readSearchParams,
  requireNumber,
} from '#app/http/forms/query.server.ts'
import { readUploadForm } from '#app/http/forms/upload.server.ts'
import { bodyLimits } from '#app/http/request-body.server.ts'

const schema = z.object({
  name: z.string().trim().min(1, 'Please enter a name').max(5, 'Too long'),
  entry: listOf(z.string().length(2)),
})

function post(body: BodyInit, headers: Record<string, string> = {}): Request {
  return new Request('http://localhost/', { method: 'POST', body, headers })
}

function many(count: number): [string, string][] {
  return Array.from({ length: count }, (_, i): [string, string] => [`f${i}`, ''])
}

function multipart(count: number): FormData {
  const body = new FormData()
  for (const [name, value] of many(count)) body.append(name, value)
  return body
}

const multipartType = { 'Content-Type': 'multipart/form-data; boundary=----------------------------seam' }

/** The same as bytes. */
function parts(count: number): string {
  const one = (name: string) =>
    `------------------------------seam\r\nContent-Disposition: form-data; name="${name}"\r\n\r\nx\r\n`
  return `${many(count)
    .map(([name]) => one(name))
    .join('')}------------------------------seam--\r\n`
}

function form(...fields: [string, string][]): Request {
  return post(new URLSearchParams(fields))
}

describe('a form', () => {
  test('is parsed to typed values, single or repeated', async () => {
    const one = await parseForm(form(['name', ' Anna '], ['entry', 'AT']), schema)
    expect(one).toEqual({ ok: true, value: { name: 'Anna', entry: ['AT'] } })
    const many = await parseForm(form(['name', 'Anna'], ['entry', 'AT'], ['entry', 'SE']), schema)
    expect(many).toMatchObject({ value: { entry: ['AT', 'SE'] } })
    const none = await parseForm(form(['name', 'Anna']), schema)
    expect(none).toMatchObject({ value: { entry: [] } })
  })

  test('is refused with the first message per field', async () => {
    const refused = await parseForm(form(['name', 'Annabel'], ['entry', 'AT'], ['entry', 'SE']), schema)
    expect(refused).toEqual({ ok: false, fieldErrors: { name: 'Too long' } })
  })

  test('a repeated field is no text', async () => {
    const refused = await parseForm(form(['name', 'A'], ['name', 'B']), schema)
    expect(refused).toEqual({ ok: false, fieldErrors: { name: 'name: text expected' } })
  })

  test('a field that comes twice with one value counts once: lynx sends each button that equals the pressed one', async () => {
    const read = await parseForm(form(['name', 'A'], ['entry', 'AT'], ['name', 'A'], ['entry', 'AT']), schema)
    expect(read).toEqual({ ok: true, value: { name: 'A', entry: ['AT'] } })
  })

  test('a hidden field must be storable and within its limit; a typed field is cut to one unit over its limit', async () => {
    const fields = z.object({ word: boundedText(3).default(''), typed: typedText(3).default('') })
    for (const word of ['a\0', 'abcd', 'x'.repeat(100_000)])
      expect(await parseForm(form(['word', word]), fields), word.slice(0, 9)).toMatchObject({ ok: false })
    const read = await parseForm(form(['word', 'abc'], ['typed', 'x'.repeat(100_000)]), fields)
    expect(read).toEqual({ ok: true, value: { word: 'abc', typed: 'xxxx' } })
    const nul = await parseForm(form(['typed', '\0']), fields)
    expect(nul, 'a rule says it in words').toMatchObject({ value: { typed: '\0' } })
    const unknown = await parseForm(form(['other', '\0'.repeat(50_000)]), fields)
    expect(unknown, 'what nobody knows is ignored').toEqual({ ok: true, value: { word: '', typed: '' } })
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

  test('a field named like a property of Object is an ordinary field', async () => {
    const result = await parseForm(form(['name', 'A'], ['__proto__', 'x'], ['constructor', 'y']), schema)
    expect(result).toEqual({ ok: true, value: { name: 'A', entry: [] } })
    expect({}).not.toHaveProperty('x')
  })

  test.each([
    ['broken parts', post('--x\r\nnonsense', { 'Content-Type': 'multipart/form-data; boundary=x' })],
    ['no form', post('{}', { 'Content-Type': 'application/json' })],
    ['201 fields', form(...many(201))],
    ['201 parts', post(multipart(201))],
    ['201 parts behind empty lines', post(`\r\n\r\n${parts(201)}`, multipartType)],
    ['a long first line', post(`--${'x'.repeat(100)}\r\n\r\n`, multipartType)],
    ['no line at all', post('--', multipartType)],
  ])('%s: 400', async (_, request) => {
    await expect(parseForm(request, schema)).rejects.toMatchObject({ init: { status: 400 } })
  })

  test('a POST without a body is an empty form', async () => {
    const request = new Request('http://localhost/', { method: 'POST' })
    expect(await parseForm(request, schema)).toMatchObject({
      ok: false,
      fieldErrors: { name: expect.any(String) },
    })
  })

  const fromSession = { cookie: 'sid=abc', origin: 'http://localhost:3000' }

  test.each([
    [403, 'of another site', { ...fromSession, origin: 'https://evil.example' }, 'POST', 1],
    [
      403,
      'of another site, as its browser says',
      { ...fromSession, 'sec-fetch-site': 'cross-site' },
      'POST',
      1,
    ],
    [405, 'in a PUT', fromSession, 'PUT', 1],
    [413, 'of 256 kB and a byte', fromSession, 'POST', bodyLimits.form + 1],
    [413, 'of another length than it says', { ...fromSession, 'content-length': '1' }, 'POST', 1_000_000],
  ] as const)('%i: %s', async (status, _, headers, method, length) => {
    const body = `name=${'x'.repeat(Math.max(0, length - 5))}`
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    const request = new Request('http://localhost/', { method, body, headers: { ...type, ...headers } })
    await expect(parseForm(request, schema)).rejects.toMatchObject({ init: { status } })
  })
})

describe('of 200 fields', () => {
  test.each([
    ['a form', form(...many(199), ['name', 'Anna'])],
    ['parts', post(multipart(200))],
    ['parts as bytes', post(parts(200), multipartType)],
  ])('%s are read', async (_, request) => {
    const { text } = await readUploadForm(request.clone())
    expect(text('f7', 10)).toBe(request.headers.get('Content-Type')?.includes('seam') ? 'x' : '')
    expect(await parseForm(request, z.object({ f7: z.string() }))).toMatchObject({ ok: true })
  })

  test('a query is read, one of more is refused before it is parsed', () => {
    const query = (count: number) =>
      readSearchParams(new Request(`http://localhost/?${new URLSearchParams(many(count))}`))
    expect([...query(200)]).toHaveLength(200)
    expect(() => query(201)).toThrow(expect.objectContaining({ init: { status: 400, headers: {} } }))
  })
})

test('a number in a path is written in one way', () => {
  for (const [text, number] of [
    ['0', 0],
    ['7', 7],
    ['2147483646', 2147483646],
    // As large as ids become, and no row has it.
    ['123456789012345', 2147483647],
  ] as const)
    expect(requireNumber(text)).toBe(number)
  for (const text of ['01', '00', '-1', '+1', '1.0', '1e3', ' 1', '', undefined, '1234567890123456', '１'])
    expect(() => requireNumber(text), String(text)).toThrow()
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
    '?other=%00',
  ])('%s is refused', (query) => {
    expect(page(query).ok).toBe(false)
  })
})

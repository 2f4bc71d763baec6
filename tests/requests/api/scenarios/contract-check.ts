import { expect } from 'vitest'
import { isErrorType } from '#app/game/errors/errors.ts'
import {
  callsOf,
  checkerOf,
  type DocumentedCall,
  findCall,
  readDocument,
  responseSchemaOf,
} from '#tests/support/api-document.ts'
import { type ApiRequest, type ApiResponse, sendCall } from '#tests/support/api-requests.ts'
import type { ApiWorld } from '#tests/support/api-world.ts'
import { isRemixServe } from '#tests/support/app.ts'
import type { Scenario } from './scenario.ts'

/**
 * Sends requests, validates every response against the document, and records which endpoint returned what, so that an
 * untested pair of endpoint and error type is found.
 */
export async function createContractCheck(world: ApiWorld) {
  const document = await readDocument(world.app)
  const calls = callsOf(document)
  const envelope = checkerOf(document, { $ref: '#/components/schemas/Error' })
  const answers = new Map(calls.map((call) => [call.name, responseSchemaOf(document, call)]))
  const seen = new Set<string>()

  function check(call: DocumentedCall | undefined, answer: ApiResponse): void {
    expectPlain(answer)
    if (call) expectHeaders(call, answer)
    if (answer.status >= 400) checkError(call, answer)
    else checkSuccess(call, answer)
  }

  function checkSuccess(call: DocumentedCall | undefined, answer: ApiResponse): void {
    if (!call) throw new Error('A call outside the document succeeded')
    seen.add(`${call.name} OK`)
    expect(answer.status, call.name).toBe(call.status)
    const schema = answers.get(call.name)
    if (schema) expectFit(schema, answer)
    else expect(answer.text).toBe('')
  }

  function checkError(call: DocumentedCall | undefined, answer: ApiResponse): void {
    const { errorType } = expectError(envelope, answer)
    if (!call) return
    seen.add(`${call.name} ${errorType}`)
    const schema = responseSchemaOf(document, call, answer.status)
    if (schema) expectFit(schema, answer)
    expect([...call.errors], `${call.name} does not document ${errorType}`).toContainEqual([
      errorType,
      answer.status,
    ])
  }

  return {
    document,
    calls,
    /** Sends a request and validates its response against the document. */
    async send(sent: ApiRequest): Promise<ApiResponse> {
      const answer = await sendCall(world.app, sent)
      check(findCall(calls, sent.method, sent.path), answer)
      return answer
    },
    toSent: (scenario: Scenario) => toSent(world, scenario),
    /** Documented responses that no request has received, as 'GET /api/players SERVER_ERROR'. */
    untried: () => calls.flatMap((call) => wanted(call).filter((pair) => !seen.has(pair))),
  }
}

type Schema = ReturnType<typeof checkerOf>
export type ContractCheck = Awaited<ReturnType<typeof createContractCheck>>

function wanted({ name, errors }: DocumentedCall): string[] {
  return ['OK', ...errors.keys()].map((type) => `${name} ${type}`)
}

async function toSent(world: ApiWorld, scenario: Scenario): Promise<ApiRequest> {
  const { request, caller = 'anonymous', bearer, body, raw, headers } = scenario
  const [method = '', path = ''] = request.split(' ')
  return {
    method,
    path: path.replace(/\{(\w+)\}/g, (_, name: string) => String(world.id(name))),
    as: world.callers[caller],
    bearer: bearer && (await world.provider.idToken(...bearer)),
    ...(body ? { body: body(world) } : {}),
    raw,
    headers,
  }
}

/** The headers that the document tells of this response, and no other that it tells of any. */
function expectHeaders({ name, operation }: DocumentedCall, { status, headers }: ApiResponse): void {
  const told = Object.keys(operation.responses[status]?.headers ?? {})
  const sent = ['ETag', 'Retry-After', 'WWW-Authenticate'].filter((header) => headers.has(header))
  expect(sent, `${name} ${status}`).toEqual(isRemixServe ? told.filter((header) => header !== 'ETag') : told)
}

/** Checks every API response: JSON or empty, never cached, without internal details. */
function expectPlain({ status, headers, text }: ApiResponse): void {
  expect(headers.get('Cache-Control')).toBe('no-store')
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
  expect(headers.get('Content-Security-Policy')).toBe("default-src 'none'; frame-ancestors 'none'")
  expect(headers.getSetCookie()).toEqual([])
  expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  expect(text).not.toMatch(/<!doctype|<html|sqlite|node_modules|\n\s+at |\.server\.ts/i)
  if (text !== '') expect(headers.get('Content-Type')).toBe('application/json; charset=utf-8')
  else expect([202, 204]).toContain(status)
}

interface ErrorTold {
  errorType: string
  message: string
  fieldErrors: Record<string, string>
}

function expectError(envelope: Schema, answer: ApiResponse): ErrorTold {
  expectFit(envelope, answer)
  const told = readError(answer)
  expect(isErrorType(told.errorType), told.errorType).toBe(true)
  expect(told.message).toMatch(/^[A-Z].*[.!?]$/)
  const extra = told.errorType === 'VALIDATION_FAILED' ? ['fieldErrors'] : []
  expect(Object.keys(Object(answer.json()))).toEqual(['errorType', 'message', 'status', ...extra])
  for (const [field, text] of Object.entries(told.fieldErrors)) {
    const isExpectation = text.startsWith(`${field}: `) && text.endsWith(' expected')
    expect(isExpectation || /^[A-Z].*[.!?]$/.test(text), text).toBe(true)
    expect(text, 'no words of a validator').not.toMatch(
      /invalid|received|too (big|small)|\b(int|string|array)\b/i,
    )
  }
  expect(/^[1-9]\d*$/.test(answer.headers.get('Retry-After') ?? '')).toBe([429, 503].includes(answer.status))
  expect(answer.headers.get('WWW-Authenticate')).toBe(answer.status === 401 ? 'Bearer' : null)
  return told
}

/** The parts of an error; empty where they are missing. */
export function readError(answer: ApiResponse): ErrorTold & { status: number } {
  const { errorType = '', message = '', status = 0, fieldErrors = {} } = Object(answer.json())
  return { errorType, message, status, fieldErrors }
}

function expectFit(schema: Schema, answer: ApiResponse): void {
  const fit = schema.safeParse(answer.json())
  expect(fit.success ? [] : fit.error.issues, answer.text.slice(0, 300)).toEqual([])
}

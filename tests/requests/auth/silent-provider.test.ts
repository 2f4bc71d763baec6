import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { capacity } from '#app/server/load-shedding/load-shedding.server.ts'
import type { PageResponse } from '#tests/support/app.ts'
import { Browser } from '#tests/support/browser.ts'
import { freePort } from '#tests/support/provider.ts'
import { openSignInApp, type SignInApp } from '#tests/support/sign-in.ts'

/** A provider that accepts connections and never responds: which requests wait for it, and how many it receives. */
let silent: Server
let app: SignInApp
const sockets = new Set<Socket>()
let discoveries = 0

beforeAll(async () => {
  const port = await freePort()
  silent = createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
    socket.on('data', () => {
      discoveries += 1
      silent.emit('discovery')
    })
  }).listen(port, 'localhost')
  await once(silent, 'listening')
  app = await openSignInApp({ issuer: `http://localhost:${port}` })
})
afterAll(async () => {
  await app.close()
  for (const socket of sockets) socket.destroy()
  silent.close()
})
beforeEach(() => {
  discoveries = 0
})

/** More than may be in the queue while it still takes pages for which there is room only on a quiet evening. */
const many = capacity.extras + 10

/** The answers to requests that wait for the provider; meanwhile the queue takes a page that it refuses when it is filled. */
async function answersBesideQueue(send: () => Promise<PageResponse>[]): Promise<PageResponse[]> {
  const as = await app.login('reader')
  const asked = once(silent, 'discovery')
  const waiting = send()
  await asked
  expect((await app.get('/game/what-if', { as })).status).not.toBe(503)
  return Promise.all(waiting)
}

const listStatuses = (answers: readonly PageResponse[]) => [...new Set(answers.map(({ status }) => status))]

test('concurrent sign-ins cause one request to a silent provider, and each gets the error page', async () => {
  const answers = await Promise.all(Array.from({ length: 220 }, () => app.pressSignIn(new Browser())))
  // Those for whom there is no room beside the queue hear that sooner.
  expect(listStatuses(answers).toSorted()).toEqual([502, 503])
  expect(answers.filter(({ status }) => status === 502)).toHaveLength(capacity.signIns)
  for (const { text } of answers) expect(text).toMatch(/try again/i)
  expect(discoveries).toBe(1)
})

test('a token is verified before its request is queued: the route makes no request to the provider and returns 503', async () => {
  const headers = { Authorization: 'Bearer aa.bb.cc' }
  const call = () => app.get('/api/teams/mine', { as: new Browser(), headers })
  const answers = await answersBesideQueue(() => Array.from({ length: many }, call))
  expect(listStatuses(answers)).toEqual([503])
  expect(answers.map(({ headers }) => headers.get('Retry-After'))).toEqual(answers.map(() => '5'))
  expect(discoveries).toBe(1)
})

test('an account deletion waits for the provider only before the request is queued, and redirects home', async () => {
  const leavers = await Promise.all(Array.from({ length: many }, (_, n) => app.login(`leaver ${n}`)))
  const answers = await answersBesideQueue(() => leavers.map(app.pressDeleteAccount))
  expect(answers.map(({ status, location }) => [status, location])).toEqual(leavers.map(() => [303, '/']))
  expect(discoveries).toBe(1)
})

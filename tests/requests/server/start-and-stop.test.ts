import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { openDatabase } from '#db/engine.server.ts'
import { isOnPostgres } from '#tests/support/databases.ts'
import { freePort } from '#tests/support/provider.ts'
import { npmServe, runServer, sendRaw, serverEnv, signIn, startServer } from '#tests/support/server.ts'

/** How the server starts, refuses to start, and stops. */
async function refusal(change: (good: Record<string, string>) => Record<string, string>) {
  const { code, err } = await runServer(change(await serverEnv(await freePort()))).ended
  return { code, err }
}

test.each([
  ['npm start', undefined],
  ['npm run serve', npmServe],
])('%s listens on 127.0.0.1 alone, unless HOST says otherwise', async (_, command) => {
  const isReachable = async (server: { port: number }, host: string) =>
    sendRaw({ host, port: server.port, path: '/healthz' }).then(
      ({ status }) => status === 200,
      () => false,
    )
  const alone = await startServer({}, command)
  expect([await isReachable(alone, '127.0.0.1'), await isReachable(alone, '127.0.0.2')]).toEqual([
    true,
    false,
  ])
  await alone.stop()
  const open = await startServer({ HOST: '0.0.0.0' }, command)
  expect(await isReachable(open, '127.0.0.2')).toBe(true)
  await open.stop()
})

describe('the server refuses to start with a clear message', () => {
  test('without its settings', async () => {
    const { code, err } = await refusal(({ SESSION_SECRET: _, ...rest }) => ({ ...rest, OIDC_CLIENT_ID: '' }))
    expect(code).toBe(1)
    expect(err).toContain('Douze cannot start.')
    expect(err).toContain('SESSION_SECRET')
    expect(err).toContain('OIDC_CLIENT_ID')
    expect(err).not.toContain('    at ')
  })

  test('with settings that are wrong, each named with what it must be', async () => {
    const wrong = { PORT: 'abc', SESSION_SECRET: 'short', OIDC_ISSUER: 'provider', DEMO: 'yes' }
    const { err } = await refusal(({ OIDC_CLIENT_ID: _, ...rest }) => ({ ...rest, ...wrong }))
    expect(err.trim().split('\n  ').slice(1)).toEqual([
      'PORT: must be a number',
      'SESSION_SECRET: must have at least 32 characters',
      'OIDC_ISSUER: must be an address such as https://example.org',
      'OIDC_CLIENT_ID: is missing',
      'DEMO: must be 0 or 1',
    ])
  })

  test('with a scope or parameters that would break sign-ins', async () => {
    const wrong = { OIDC_SCOPE: 'profile groups', OIDC_AUTHORIZATION_PARAMETERS: 'prompt=consent&%73tate=x' }
    const { err } = await refusal((good) => ({ ...good, ...wrong, OIDC_ROLES_ANY_CASE: 'yes' }))
    expect(err.trim().split('\n  ').slice(1)).toEqual([
      "OIDC_SCOPE: words with openid among them: 'openid groups'",
      expect.stringMatching(
        /^OIDC_AUTHORIZATION_PARAMETERS: a query such as access_type=offline, without .*state/,
      ),
      'OIDC_ROLES_ANY_CASE: must be 0 or 1',
    ])
  })

  test('with proxies that cannot be understood', async () => {
    const { code, err } = await refusal((good) => ({ ...good, TRUSTED_PROXIES: 'my proxy' }))
    expect(code).toBe(1)
    expect(err).toMatch(/^Douze cannot start\. TRUSTED_PROXIES: /)
  })

  test('with an invalid mail server, without logging its password', async () => {
    const mail = { SMTP_URL: 'smtp://douze:sesame@mail.example:587/?tls.rejectUnauthorized=false' }
    const from = { MAIL_FROM: 'Douze <douze@example.org>' }
    const server = runServer({ ...(await serverEnv(await freePort())), ...mail, ...from })
    const { code, err, out } = await server.ended
    expect([code, out]).toEqual([1, ''])
    expect(err).toMatch(/^Douze cannot start\. .+\n {2}SMTP_URL: smtps:\/\/user:password@host:465 or .+\n$/)
    expect(err).not.toContain('sesame')
  })

  test('on a port that is taken', async () => {
    const first = await startServer()
    const { code, err } = await refusal((good) => ({ ...good, PORT: String(first.port) }))
    expect(code).toBe(1)
    expect(err).toContain(`Port ${first.port} cannot be used`)
    await first.stop()
  })
})

describe('the schema', () => {
  test.skipIf(isOnPostgres)('npm run migrate creates a file only on request', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'douze-new-')), 'deep', 'douze.db')
    const migrate = (...words: string[]) =>
      spawnSync(process.execPath, ['scripts/command.mjs', 'migrate', ...words], {
        env: { ...process.env, DATABASE_FILE: file },
        encoding: 'utf8',
      })
    const refused = migrate()
    expect([refused.status, existsSync(file)]).toEqual([1, false])
    expect(refused.stderr).toContain('npm run migrate -- --create')
    expect(migrate('--create')).toMatchObject({ status: 0, stdout: expect.stringContaining('0001-house') })
    expect(migrate()).toMatchObject({ status: 0, stdout: expect.stringContaining('up to date') })
  })
})

describe('on SIGTERM', () => {
  test('the server exits with 0, also with an open connection', async () => {
    const server = await startServer()
    const idle = connect(server.port, '127.0.0.1')
    await once(idle, 'connect')
    idle.on('error', () => {})
    idle.write(`GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    await once(idle, 'data')
    const began = Date.now()
    expect(await server.stop()).toMatchObject({ code: 0, err: '' })
    // Open connections are closed after 10 s; an idle one after 5 s.
    expect(Date.now() - began).toBeLessThan(8_000)
  })

  test("a request on a proxy's idle connection is answered, and closes the connection", async () => {
    const server = await startServer()
    const idle = connect(server.port, '127.0.0.1').on('error', () => {})
    const host = `Host: localhost:${server.port}`
    idle.write(`GET /healthz HTTP/1.1\r\n${host}\r\n\r\n`)
    await once(idle, 'data')
    server.child.kill('SIGTERM')
    // Enough for a server that closes idle connections at once to have done so.
    for (let n = 0; n < 50; n += 1)
      expect(
        (await server.ask({ path: '/robots.txt', headers: { Host: `localhost:${server.port}` } })).status,
      ).toBe(200)
    let received = ''
    idle.on('data', (chunk) => {
      received += chunk
    })
    const form = 'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 17'
    idle.write(
      `POST /consent HTTP/1.1\r\n${host}\r\nOrigin: ${server.origin}\r\n${form}\r\n\r\nchoice=accept-all`,
    )
    await once(idle, 'close')
    expect(received).toMatch(/^HTTP\/1\.1 303 /)
    expect(received).toContain('\r\nConnection: close\r\n')
    expect((await server.ended).code).toBe(0)
  })

  test('pending requests are finished', async () => {
    const server = await startServer()
    const slow = connect(server.port, '127.0.0.1')
    await once(slow, 'connect')
    slow.write(
      `POST /consent HTTP/1.1\r\nHost: localhost:${server.port}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 3\r\n\r\na`,
    )
    await pause(200)
    const stopped = server.stop()
    await pause(200)
    slow.write('=b')
    const [answer] = await once(slow, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1\.1 \d{3}/)
    expect((await stopped).code).toBe(0)
  })

  test('new connections are refused', async () => {
    const server = await startServer()
    await server.stop()
    await expect(fetch(`${server.origin}/healthz`)).rejects.toThrow()
  })
})

test('with an https origin responses have HSTS', async () => {
  const server = await startServer({ PUBLIC_ORIGIN: 'https://douze.example' })
  const answer = await server.ask({ path: '/nowhere', headers: { Host: 'douze.example' } })
  expect(answer.headers['strict-transport-security']).toBe('max-age=63072000')
  await server.stop()
})

test('a forwarded address is used only from a trusted proxy; /healthz warns about others', async () => {
  const server = await startServer({ TRUSTED_PROXIES: '10.0.0.1' })
  await server.ask({ path: '/api/nothing', headers: { Host: 'x', 'X-Forwarded-For': '1.2.3.4' } })
  const answer = await server.ask({ path: '/healthz', headers: { Host: 'x' } })
  expect(JSON.parse(answer.body)).toMatchObject({
    ready: true,
    degraded: true,
    warnings: [expect.stringContaining('TRUSTED_PROXIES')],
  })
  await server.stop()
})

test('concurrent health checks share one database check and all get its result', async () => {
  const server = await startServer({ TRUSTED_PROXIES: '10.0.0.1' })
  const ask = () => server.ask({ path: '/healthz' })
  const began = performance.now()
  const flood = await Promise.all(Array.from({ length: 100 }, ask))
  expect(new Set(flood.map(({ status, body }) => `${status} ${JSON.parse(body).degraded}`))).toEqual(
    new Set(['200 false']),
  )
  await server.ask({ path: '/api/nothing', headers: { Host: 'x', 'X-Forwarded-For': '1.2.3.4' } })
  for (let n = 0; n < 3; n += 1) expect(JSON.parse((await ask()).body).degraded).toBe(true)
  // Three more checks, each 200 ms after the previous one.
  expect(performance.now() - began).toBeGreaterThan(590)
  await server.stop()
})

/** Listens on a port like systemd (ops/douze.socket) without accepting, and runs the server with that socket, twice. */
const doorkeeper = `
  const { spawnSync } = require('node:child_process')
  const door = require('node:net').createServer()
  const line = 'echo "pid $$"; LISTEN_PID=$$ LISTEN_FDS=1 exec "$0" --import tsx server.ts'
  door.listen(Number(process.env.PORT), '127.0.0.1', () => {
    const stdio = ['ignore', 1, 2, door._handle.fd]
    for (let n = 0; n < 2; n += 1) spawnSync('sh', ['-c', line, process.execPath], { stdio })
    process.exit(0)
  })`

test('requests during a restart behind a socket unit wait and are served, bodies included', async () => {
  const port = await freePort()
  const { PATH, HOME } = process.env
  const keeper = spawn(process.execPath, ['-e', doorkeeper], {
    env: { NODE_ENV: 'production', PATH, HOME, ...(await serverEnv(port)) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(keeper, 'exit')
  let out = ''
  keeper.stdout.on('data', (chunk) => {
    out += chunk
  })
  const pidOf = async (nth: number) => {
    while (out.split('"listening"').length <= nth) await pause(20)
    return Number([...out.matchAll(/^pid (\d+)$/gm)][nth - 1]?.[1])
  }
  const type = { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': '17' }
  const headers = { Host: `localhost:${port}`, Origin: `http://localhost:${port}`, ...type }
  const send = () => sendRaw({ port, method: 'POST', path: '/consent', headers }, 'choice=accept-all')
  const first = await pidOf(1)
  const before = await send()
  process.kill(first, 'SIGKILL')
  const meanwhile = await send()
  expect([before.status, meanwhile.status]).toEqual([303, 303])
  const second = await pidOf(2)
  expect(second).not.toBe(first)
  process.kill(second, 'SIGTERM')
  expect(await ended).toEqual([0, null])
}, 60_000)

test('a session that was used just before the server stops is stored as used', async () => {
  const server = await startServer()
  const cookie = await signIn(server.database)
  const db = openDatabase(server.database)
  try {
    const before = Date.now() - 60 * 60_000
    await db.updateTable('sessions').set({ last_seen_at: before }).execute()
    const page = await server.ask({
      path: '/game/account',
      headers: { Host: `localhost:${server.port}`, Cookie: cookie },
    })
    expect(page.status).toBe(200)
    expect((await server.stop()).code).toBe(0)
    const { last_seen_at: used } = await db
      .selectFrom('sessions')
      .select('last_seen_at')
      .executeTakeFirstOrThrow()
    expect(used).toBeGreaterThan(before)
  } finally {
    await db.destroy()
  }
})

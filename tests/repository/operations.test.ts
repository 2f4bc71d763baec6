import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { settingNames } from '#app/config.server.ts'
import { readSources } from '#tests/support/source-rules.ts'

/** ops/ and docs/operations.md agree with the code and with each other. */
const example = read('ops/douze.env.example')
const service = read('ops/douze.service')
const guide = read('docs/operations.md')
const readme = read('README.md')

function read(path: string): string {
  return readFileSync(path, 'utf8')
}

/** The settings of the example: name, value, and whether the line is on. */
function parseSettings(text: string) {
  const lines = [...text.matchAll(/^(#?)([A-Z_]+)=(.*)$/gm)]
  return lines.map(([, mark, name = '', value = '']) => ({ name, value, isSet: mark === '' }))
}

/** The values of a directive in a systemd unit, in order. */
function readDirective(unit: string, name: string): string[] {
  return [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map((match) => match[1] ?? '')
}

describe('the example of settings', () => {
  test('names every setting once, and no unknown one', () => {
    const names = parseSettings(example).map(({ name }) => name)
    expect(names.length).toBeGreaterThan(10)
    expect(names.toSorted()).toEqual(settingNames.toSorted())
  })

  test('contains no secret', () => {
    const secrets = parseSettings(example).filter(({ name }) => name.includes('SECRET'))
    expect(secrets.map(({ name, value }) => [name, value])).toEqual([
      ['SESSION_SECRET', ''],
      ['OIDC_CLIENT_SECRET', ''],
    ])
  })

  test('explains each setting in a comment above it', () => {
    const blocks = example.split('\n\n').filter((block) => /^#?[A-Z_]+=/m.test(block))
    const unexplained = blocks.filter((block) => !/^# \S/m.test(block))
    expect(unexplained.flatMap((block) => parseSettings(block).map(({ name }) => name))).toEqual([
      'PORT',
      'SOCIAL_INSTAGRAM_URL',
      'SOCIAL_BLUESKY_URL',
    ])
  })

  test('shows the defaults of settings that are off', () => {
    const config = read('app/config.server.ts')
    const optional = parseSettings(example).filter(({ isSet, value }) => !isSet && value !== '')
    expect(optional.length).toBeGreaterThan(5)
    for (const { name, value } of optional) {
      const line = config.split('\n').find((each) => each.trim().startsWith(`${name}:`)) ?? ''
      expect([name, line.includes(`default('${value}')`) || line.includes(`default(${value})`)]).toEqual([
        name,
        true,
      ])
    }
  })
})

test('README describes every setting', () => {
  const described = settingNames.filter((name) => readme.includes(`\`${name}\``))
  expect(described.toSorted()).toEqual(settingNames.toSorted())
})

describe('the systemd service', () => {
  test('runs what npm start runs', () => {
    const { scripts } = JSON.parse(read('package.json'))
    const [setting, started] = scripts.start.split(' exec node ')
    expect(readDirective(service, 'ExecStart')).toEqual([`/usr/bin/node ${started}`])
    expect(readDirective(service, 'Environment')).toEqual([setting])
    const [backup = ''] = readDirective(read('ops/douze-backup.service'), 'ExecStart')
    expect(backup).toContain(scripts.backup)
  })

  test('listens at the address of the settings', () => {
    const settings = parseSettings(example)
    const findValue = (key: string) => settings.find(({ name }) => name === key)?.value
    expect(readDirective(read('ops/douze.socket'), 'ListenStream')).toEqual([
      `${findValue('HOST')}:${findValue('PORT')}`,
    ])
    expect(readDirective(service, 'Requires')).toEqual(['douze.socket'])
    expect(readDirective(service, 'After')).toContain('douze.socket')
  })

  test('allows more time than a shutdown takes, and always restarts', () => {
    expect(Number(readDirective(service, 'TimeoutStopSec')[0])).toBeGreaterThan(12)
    expect(readDirective(service, 'Restart')).toEqual(['always'])
  })

  test('may write only to the folder of the example’s database', () => {
    const file = parseSettings(example).find(({ name }) => name === 'DATABASE_FILE')?.value ?? ''
    expect(dirname(file)).toBe(join('/var/lib', readDirective(service, 'StateDirectory')[0] ?? ''))
    expect(readDirective(service, 'ProtectSystem')).toEqual(['strict'])
    expect(readDirective(service, 'ReadWritePaths')).toEqual([])
  })

  test('does not forbid run-time compilation', () => {
    expect(readDirective(service, 'MemoryDenyWriteExecute')).toEqual([])
  })
})

test('the service of several processes differs from that of one only in its name, its socket and its memory', () => {
  const settings = (text: string) => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  const several = settings(read('ops/douze@.service').replaceAll('douze@%i.socket', 'douze.socket'))
  const own = ['Description', 'MemoryMax']
  const isCommon = (line: string) => !own.some((name) => line.startsWith(`${name}=`))
  expect(several.filter(isCommon)).toEqual(settings(service).filter(isCommon))
  expect(readDirective(read('ops/douze@.socket'), 'ListenStream')).toEqual(['127.0.0.1:%i'])
})

test('the proxy forwards to the example’s port, and leaves compression to the app', () => {
  const caddy = read('ops/Caddyfile')
  const port = parseSettings(example).find(({ name }) => name === 'PORT')?.value
  const host = parseSettings(example).find(({ name }) => name === 'HOST')?.value
  expect(caddy).toContain(`reverse_proxy ${host}:${port} {`)
  expect(caddy).not.toMatch(/^\s*(encode|header Strict)/m)
  expect(caddy).toContain('request>uri')
})

describe('the operations guide', () => {
  test('names commands that exist', () => {
    const { scripts } = JSON.parse(read('package.json'))
    const named = [...guide.matchAll(/npm run ([a-z:]+)/g)].map((match) => match[1])
    expect(named.length).toBeGreaterThan(10)
    expect([...new Set(named)].filter((name) => !(name && name in scripts))).toEqual([])
  })

  test('names every file of ops, and only existing ones', () => {
    const named = [...guide.matchAll(/\bops\/([\w.@-]*\w)/g)].map((match) => match[1] ?? '')
    expect([...new Set(named)].toSorted()).toEqual(readdirSync('ops').toSorted())
  })

  test('describes every event of the log, and no other', () => {
    const sources = readSources(['app', 'db', 'scripts']).map(({ text }) => text)
    const code = [...sources, read('server.ts')].join('\n')
    const logged = [
      ...code.matchAll(/(?:log(?:Line|Buffered)|toLine)\(\s*'\w+',\s*'([^']+)'|\bevent: '([^']+)'/g),
    ]
    const names = new Set(logged.map(([, first, second]) => first ?? second))
    expect(names.size).toBeGreaterThan(20)
    const [, rows = ''] = /\| `event` \| means \|\n\|---\|---\|\n((?:\|.*\n)+)/.exec(guide) ?? []
    const described = rows
      .split('\n')
      .flatMap((row) => (row.split('|')[1] ?? '').match(/(?<=`)[^`]+(?=`)/g) ?? [])
    expect(described.filter((each) => each !== ', ').toSorted()).toEqual([...names].toSorted())
  })

  test('describes every field of /healthz', () => {
    const [, rows = ''] = /\| field \| means \|\n\|---\|---\|\n((?:\|.*\n)+)/.exec(guide) ?? []
    const [, body = ''] = /const body = \{\n([\s\S]*?)\n {2}\}/.exec(read('app/routes/healthz.ts')) ?? []
    const fields = [...body.matchAll(/^ {4}(\w+)[:,]/gm)].map(([, name = '']) => name)
    expect(fields.length).toBeGreaterThan(5)
    expect(fields.filter((name) => !rows.includes(`\`${name}\``))).toEqual([])
  })

  test('is linked from README', () => {
    expect(readme).toContain('docs/operations.md')
  })
})

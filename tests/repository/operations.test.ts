import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { settingNames } from '#app/config.server.ts'
import { readSources } from '#tests/support/source-rules.ts'

/** What stands in ops/ and docs/operations.md agrees with the product and with itself. */
const example = read('ops/douze.env.example')
const service = read('ops/douze.service')
const guide = read('docs/operations.md')
const readme = read('README.md')

function read(path: string): string {
  return readFileSync(path, 'utf8')
}

/** The settings of the example: name → value, and whether the line counts. */
function settingsOf(text: string) {
  const lines = [...text.matchAll(/^(#?)([A-Z_]+)=(.*)$/gm)]
  return lines.map(([, mark, name = '', value = '']) => ({ name, value, isSet: mark === '' }))
}

/** The values of one directive of a unit, in order. */
function directive(unit: string, name: string): string[] {
  return [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map((match) => match[1] ?? '')
}

describe('the example of the settings', () => {
  test('names every setting once, and none that is unknown', () => {
    const names = settingsOf(example).map(({ name }) => name)
    expect(names.length).toBeGreaterThan(10)
    expect(names.toSorted()).toEqual(settingNames.toSorted())
  })

  test('holds no secret', () => {
    const secrets = settingsOf(example).filter(({ name }) => name.includes('SECRET'))
    expect(secrets.map(({ name, value }) => [name, value])).toEqual([
      ['SESSION_SECRET', ''],
      ['OIDC_CLIENT_SECRET', ''],
    ])
  })

  test('explains each setting: words stand above it', () => {
    const blocks = example.split('\n\n').filter((block) => /^#?[A-Z_]+=/m.test(block))
    const bare = blocks.filter((block) => !/^# \S/m.test(block))
    expect(bare.flatMap((block) => settingsOf(block).map(({ name }) => name))).toEqual([
      'PORT',
      'SOCIAL_INSTAGRAM_URL',
      'SOCIAL_BLUESKY_URL',
    ])
  })

  test('shows the defaults that hold without the line', () => {
    const config = read('app/config.server.ts')
    const optional = settingsOf(example).filter(({ isSet, value }) => !isSet && value !== '')
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

describe('the service', () => {
  test('runs what npm start runs', () => {
    const { scripts } = JSON.parse(read('package.json'))
    const started = scripts.start.replace('exec node', '/usr/bin/node')
    expect(directive(service, 'ExecStart')).toEqual([started])
    const [backup = ''] = directive(read('ops/douze-backup.service'), 'ExecStart')
    const script = scripts.backup.replace('tsx ', '')
    expect(backup).toContain(script)
    expect(existsSync(script)).toBe(true)
  })

  test('finds its door where the proxy knocks', () => {
    const settings = settingsOf(example)
    const toldOf = (wanted: string) => settings.find(({ name }) => name === wanted)?.value
    expect(directive(read('ops/douze.socket'), 'ListenStream')).toEqual([
      `${toldOf('HOST')}:${toldOf('PORT')}`,
    ])
    expect(directive(service, 'Requires')).toEqual(['douze.socket'])
    expect(directive(service, 'After')).toContain('douze.socket')
  })

  test('waits longer than a stop takes, and is always started again', () => {
    expect(Number(directive(service, 'TimeoutStopSec')[0])).toBeGreaterThan(12)
    expect(directive(service, 'Restart')).toEqual(['always'])
  })

  test('may write where the example keeps the database, and nowhere else', () => {
    const file = settingsOf(example).find(({ name }) => name === 'DATABASE_FILE')?.value ?? ''
    expect(dirname(file)).toBe(join('/var/lib', directive(service, 'StateDirectory')[0] ?? ''))
    expect(directive(service, 'ProtectSystem')).toEqual(['strict'])
    expect(directive(service, 'ReadWritePaths')).toEqual([])
  })

  test('does not forbid what JavaScript needs', () => {
    expect(directive(service, 'MemoryDenyWriteExecute')).toEqual([])
  })
})

test('the proxy asks the port where the example listens, and leaves squeezing to the app', () => {
  const caddy = read('ops/Caddyfile')
  const port = settingsOf(example).find(({ name }) => name === 'PORT')?.value
  const host = settingsOf(example).find(({ name }) => name === 'HOST')?.value
  expect(caddy).toContain(`reverse_proxy ${host}:${port} {`)
  expect(caddy).not.toMatch(/^\s*(encode|header Strict)/m)
  expect(caddy).toContain('request>uri')
})

describe('the guide', () => {
  test('names commands that exist', () => {
    const { scripts } = JSON.parse(read('package.json'))
    const named = [...guide.matchAll(/npm run ([a-z:]+)/g)].map((match) => match[1])
    expect(named.length).toBeGreaterThan(10)
    expect([...new Set(named)].filter((name) => !(name && name in scripts))).toEqual([])
  })

  test('names every file of ops, and only files that are there', () => {
    const named = [...guide.matchAll(/\bops\/([\w.-]*\w)/g)].map((match) => match[1] ?? '')
    expect([...new Set(named)].toSorted()).toEqual(readdirSync('ops').toSorted())
  })

  test('tells of every event of the log, and of none that is not logged', () => {
    const sources = readSources(['app', 'db', 'scripts']).map(({ text }) => text)
    const code = [...sources, read('server.ts')].join('\n')
    const logged = [
      ...code.matchAll(/(?:log(?:Line|Buffered)|toLine)\(\s*'\w+',\s*'([^']+)'|\bevent: '([^']+)'/g),
    ]
    const names = new Set(logged.map(([, first, second]) => first ?? second))
    expect(names.size).toBeGreaterThan(20)
    const [, rows = ''] = /\| `event` \| means \|\n\|---\|---\|\n((?:\|.*\n)+)/.exec(guide) ?? []
    const told = rows.split('\n').flatMap((row) => (row.split('|')[1] ?? '').match(/(?<=`)[^`]+(?=`)/g) ?? [])
    expect(told.filter((each) => each !== ', ').toSorted()).toEqual([...names].toSorted())
  })

  test('tells of every field of /healthz', () => {
    const [, rows = ''] = /\| field \| means \|\n\|---\|---\|\n((?:\|.*\n)+)/.exec(guide) ?? []
    const [, body = ''] = /const body = \{\n([\s\S]*?)\n {2}\}/.exec(read('app/routes/healthz.ts')) ?? []
    const fields = [...body.matchAll(/^ {4}(\w+)[:,]/gm)].map(([, name = '']) => name)
    expect(fields.length).toBeGreaterThan(5)
    expect(fields.filter((name) => !rows.includes(`\`${name}\``))).toEqual([])
  })

  test('is reached from README', () => {
    expect(readme).toContain('docs/operations.md')
  })
})

import { configDefaults, defineConfig } from 'vitest/config'
import { onlySqlite } from './tests/support/only-sqlite.ts'

/** The environment of every test; tests of the built app get their own database in tests/support/app.ts. */
const env = {
  NODE_ENV: 'test' as const,
  PUBLIC_ORIGIN: 'http://localhost:3000',
  ...(process.env.TEST_POSTGRES_URL
    ? { DATABASE_URL: process.env.TEST_POSTGRES_URL }
    : { DATABASE_FILE: ':memory:' }),
  SESSION_SECRET: 'a secret of the tests, long enough',
  OIDC_ISSUER: 'http://localhost:3001',
  OIDC_CLIENT_ID: 'douze',
  OIDC_CLIENT_SECRET: 'demo',
}

/** The tests of states and permissions: remix-serve runs the same build, and has to pass them too. */
const onBothServers = [
  'tests/requests/security/{permissions,csrf}.test.ts',
  'tests/requests/api/{api-scenarios,api-privacy}.test.ts',
  'tests/requests/{account/{account,consent},admin/{admin,compute}-scores,demo/no-demo,forms/idempotency}.test.ts',
  'tests/requests/game/{form-of-other-season,late-join,whole-season}.test.ts',
  'tests/requests/leagues/{invites,league-management}.test.ts',
  'tests/requests/{lineup/lineup,lineup/lineup-refused,team/team,team/team-refused}.test.ts',
  'tests/requests/{news/news-desk,notifications/notifications}.test.ts',
]

const isOnPostgres = (process.env.TEST_POSTGRES_URL ?? '') !== ''

export default defineConfig({
  test: {
    exclude: [
      ...configDefaults.exclude,
      ...(isOnPostgres ? Object.keys(onlySqlite) : ['tests/{db,faults}/postgres/**']),
    ],
    pool: 'forks',
    // By default Vitest leaves one of two cores unused.
    maxWorkers: '100%',
    env,
    setupFiles: 'tests/support/setup.ts',
    server: { deps: { external: [/\/build\/server\//] } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            'tests/{game,db,services,server,http,auth,api,routes,ui,demo,repository,scripts}/**/*.test.{ts,tsx}',
          ],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'requests',
          include: ['tests/requests/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 90_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'remix-serve',
          env: { SERVER: 'remix-serve' },
          include: onBothServers,
          testTimeout: 60_000,
          hookTimeout: 90_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: 'tests/e2e/support/global-setup.ts',
          // Each file starts its own server and browser: two at a time use two cores.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'faults',
          include: process.env.FAULTS ? ['tests/faults/**/*.test.ts'] : [],
          fileParallelism: false,
          sequence: { groupOrder: 2 },
          testTimeout: 600_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'browsers',
          include: process.env.BROWSERS ? ['tests/browsers/*.test.ts'] : [],
          globalSetup: 'tests/e2e/support/global-setup.ts',
          fileParallelism: false,
          sequence: { groupOrder: 4 },
          testTimeout: 300_000,
          hookTimeout: 600_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'servers',
          include: process.env.SERVERS ? ['tests/servers/**/*.test.ts'] : [],
          fileParallelism: false,
          sequence: { groupOrder: 3 },
          testTimeout: 600_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})

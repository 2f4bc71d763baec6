import { type Child, startChild } from './child-process.ts'
import { ensureSessionSecret, prepareDirectory } from './data-dir.ts'
import { prepareDatabase } from './database.ts'
import { ensureBuilt } from './ensure-built.ts'
import { startMailCatcher } from './mail-catcher.ts'
import { findPortConflict } from './ports.ts'
import { host, readSettings, type Settings } from './settings.ts'
import { watchSources } from './watch-sources.ts'

// A closed terminal, or a full disk that has its output, must not end the demo.
for (const terminal of [process.stdout, process.stderr]) terminal.on('error', () => {})
const settings = readSettings(process.env, process.argv.slice(2))
if (typeof settings === 'string') exitWithError(settings)
const busy = await findPortConflict(settings)
if (busy) exitWithError(busy)
if (!ensureBuilt()) exitWithError('The app could not be built: see above.')
prepareDirectory(settings.dataDir, settings.isFresh)
await prepareDatabase(settings)

let isStopping = false
const mailCatcher = await startMailCatcher(settings.databaseFile)
const provider = watch(startProvider(settings))
let app = watch(startApp(settings))
process.on('SIGINT', () => void stopAll(0))
process.on('SIGTERM', () => void stopAll(0))
if (['demo', 'dev'].includes(process.env.npm_lifecycle_event ?? '')) exitWithNpm()
await Promise.all([provider.isReady, app.isReady]).catch(fail)
if (!isStopping) printWelcome(settings)
if (settings.isWatching) watchSources(() => restartApp(settings))

function startProvider({ idpPort, origin, dataDir, issuer }: Settings): Child {
  const env = { IDP_PORT: String(idpPort), APP_ORIGIN: origin, DATA_DIR: dataDir }
  const probe = `${issuer}/.well-known/openid-configuration`
  return startChild({ name: 'provider', script: 'scripts/provider.ts', env, dataDir, probe })
}

function startApp({ port, origin, issuer, databaseFile, dataDir }: Settings): Child {
  const env = {
    NODE_ENV: 'production',
    DEMO: '1',
    HOST: host,
    PORT: String(port),
    PUBLIC_ORIGIN: origin,
    DATABASE_FILE: databaseFile,
    // A virtual machine shares its folders by 9p or virtiofs, and a demo has nothing to lose.
    DATABASE_ON_NETWORK: '1',
    SESSION_SECRET: ensureSessionSecret(dataDir),
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: 'douze',
    OIDC_CLIENT_SECRET: 'demo',
    SMTP_URL: mailCatcher.url,
    MAIL_FROM: 'Douze <douze@demo.example>',
  }
  return startChild({ name: 'app', script: 'scripts/start.mjs', env, dataDir, probe: `${origin}/healthz` })
}

/** When a child exits unexpectedly, shows its last output and stops the others. */
function watch(child: Child): Child {
  void child.hasEnded.then(() => {
    if (isStopping || (child.name === 'app' && child !== app)) return
    console.error(`The ${child.name} has stopped by itself. Its last lines:\n\n${child.tail()}`)
    void stopAll(1)
  })
  return child
}

async function restartApp(running: Settings): Promise<void> {
  if (!ensureBuilt()) return console.error('Not built; the app before the change goes on.')
  const before = app
  isStopping = true
  await before.stop()
  isStopping = false
  await prepareDatabase(running)
  app = watch(startApp(running))
  await app.isReady.catch(fail)
  console.log(`Reloaded ${running.origin}`)
}

/** When npm or a shell between is killed, no signal reaches this process, but its parent changes. */
function exitWithNpm(): void {
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent && !isStopping) void stopAll(0)
  }, 500).unref()
}

async function stopAll(code: number): Promise<never> {
  isStopping = true
  await Promise.all([app.stop(), provider.stop()])
  await mailCatcher.close()
  process.exit(code)
}

function fail(error: unknown): Promise<never> {
  console.error(error instanceof Error ? error.message : error)
  return stopAll(1)
}

function exitWithError(reason: string): never {
  console.error(reason)
  process.exit(1)
}

function printWelcome({ origin, issuer, dataDir }: Settings): void {
  console.log(`
Douze is ready

  Play         ${origin}
  Admin        ${origin}/admin
  Mails        ${origin}/demo/mail
  Provider     ${issuer}
  Data         ${dataDir}

  Accounts     player, player2, player3 (no team yet), admin
  Password     demo

The bar on every page moves the demo's clock. Ctrl+C stops everything; 'npm run demo -- --fresh' starts over.
`)
}

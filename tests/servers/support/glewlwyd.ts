import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { Browser } from '#tests/support/browser.ts'
import { freePort } from '#tests/support/provider.ts'
import { endProgram, runProgram, waitForPort } from './programs.ts'
import type { RealProvider } from './real-provider.ts'

/** Debian's tables, with one user: 'admin', whose password is 'password'. */
const tables = '/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3'
const operatorsSignIn = { username: 'admin', password: 'password' }

/** Debian's configuration, but for the port and where its files are. */
const configuration = (folder: string, port: number) => `port = ${port}
bind_address = "127.0.0.1"
external_url = "http://localhost:${port}"
login_url = "login.html"
api_prefix = "api"
static_files_path = "/usr/share/glewlwyd/webapp/"
log_mode = "file"
log_level = "INFO"
log_file = "${folder}/log"
cookie_secure = 0
session_expiration = 2419200
session_key = "GLEWLWYD2_SESSION_ID"
admin_session_authentication = "cookie"
profile_session_authentication = "cookie"
admin_scope = "g_admin"
profile_scope = "g_profile"
user_module_path = "/usr/lib/glewlwyd/user"
client_module_path = "/usr/lib/glewlwyd/client"
user_auth_scheme_module_path = "/usr/lib/glewlwyd/scheme"
plugin_module_path = "/usr/lib/glewlwyd/plugin"
hash_algorithm = "SHA512"
database = { type = "sqlite3", path = "${folder}/database" }
static_files_mime_types = ({ extension = ".html", mime_type = "text/html" })
`

/** The parameters of its OIDC plugin, as its page of settings stores them. */
const pluginParameters = (issuer: string, folder: string) => ({
  iss: issuer,
  'jwt-type': 'rsa',
  'jwt-key-size': '256',
  key: readFileSync(join(folder, 'key.pem'), 'utf8'),
  cert: readFileSync(join(folder, 'public.pem'), 'utf8'),
  'jwks-show': true,
  'subject-type': 'public',
  'access-token-duration': 3600,
  'refresh-token-duration': 1_209_600,
  'code-duration': 600,
  'refresh-token-rolling': true,
  'refresh-token-one-use': 'always',
  'auth-type-code-enabled': true,
  'auth-type-refresh-enabled': true,
  'pkce-allowed': true,
  'session-management-allowed': true,
  'session-cookie-name': 'GLEWLWYD2_OIDC_SID',
  'session-cookie-expiration': 2_419_200,
  'back-channel-logout-allowed': true,
  'additional-parameters': [{ 'user-parameter': 'role', 'token-parameter': 'role' }],
})

const client = (appOrigin: string) => ({
  client_id: 'douze',
  name: 'Douze',
  confidential: true,
  enabled: true,
  client_secret: 'demo',
  scope: ['openid'],
  redirect_uri: [`${appOrigin}/auth/callback`],
  authorization_type: ['code', 'refresh_token'],
  token_endpoint_auth_method: ['client_secret_basic'],
  post_logout_redirect_uris: [`${appOrigin}/`],
  backchannel_logout_uri: `${appOrigin}/auth/backchannel-logout`,
  backchannel_logout_session_required: '1',
})

const user = (username: string, role: string) => ({
  username,
  name: username,
  enabled: true,
  scope: ['openid', 'g_profile'],
  role,
})

/** A Glewlwyd of its own, in a folder of its own, which is set up as its pages of settings do it. */
export async function startGlewlwyd(appOrigin: string): Promise<RealProvider> {
  const folder = mkdtempSync(join(tmpdir(), 'glewlwyd-'))
  const port = await freePort()
  prepareFiles(folder, port)
  const child = spawn('glewlwyd', ['--config-file', join(folder, 'glewlwyd.conf')], { stdio: 'ignore' })
  try {
    await waitForPort(port)
    return await setUp({ home: `http://localhost:${port}`, folder, appOrigin, child })
  } catch (error) {
    await endProgram(child, folder)
    throw error
  }
}

function prepareFiles(folder: string, port: number): void {
  const db = new Database(join(folder, 'database'))
  db.exec(readFileSync(tables, 'utf8'))
  db.close()
  const key = join(folder, 'key.pem')
  runProgram('openssl', ['genrsa', '-out', key, '2048'])
  runProgram('openssl', ['rsa', '-in', key, '-pubout', '-out', join(folder, 'public.pem')])
  writeFileSync(join(folder, 'glewlwyd.conf'), configuration(folder, port))
}

interface Started {
  home: string
  folder: string
  appOrigin: string
  child: ChildProcess
}

async function setUp({ home, folder, appOrigin, child }: Started): Promise<RealProvider> {
  const api = `${home}/api`
  const issuer = `${api}/oidc`
  const operator = new Browser()
  const administer = (method: string, path: string, body?: object) => ask(operator, method, api + path, body)
  const addUser = (username: string, role: string) =>
    administer('POST', '/user/?source=database', { ...user(username, role), password: 'demo1234' })
  const parameters = pluginParameters(issuer, folder)
  const plugin = { module: 'oidc', name: 'oidc', display_name: 'OIDC', parameters }
  await administer('POST', '/auth/', operatorsSignIn)
  await addProperty(administer, 'user', 'role', false)
  await addProperty(administer, 'client', 'post_logout_redirect_uris', true)
  await administer('POST', '/mod/plugin/', plugin)
  await administer('POST', '/client/?source=database', client(appOrigin))
  await addUser('anna', 'player')
  await addUser('boss', 'admin')
  return {
    issuer,
    settings: { OIDC_ROLES_CLAIM: 'role' },
    player: 'anna',
    admin: 'boss',
    hasBackChannel: true,
    async signIn(browser, url, username) {
      const login = new URL((await browser.open(url, home)).url).searchParams
      await ask(browser, 'POST', `${api}/auth/`, { username, password: 'demo1234' })
      await ask(browser, 'PUT', `${api}/auth/grant/douze`, { scope: login.get('scope') })
      const sent = await browser.open(`${login.get('callback_url')}&g_continue`, home)
      if (!sent.left) throw new Error(`not signed in: ${sent.url}`)
      return sent.url
    },
    async confirmSignOut(browser, url) {
      const page = new URL((await browser.open(url, home)).url).searchParams
      await ask(browser, 'DELETE', `${issuer}/session/${page.get('sid')}`)
      await ask(browser, 'DELETE', `${api}/auth/`)
      return page.get('callback_url') ?? ''
    },
    // What its page does that the sign-out of any of its clients leads to.
    async signOutThere(browser, session) {
      await ask(browser, 'DELETE', `${issuer}/session/${session}`)
      await ask(browser, 'DELETE', `${api}/auth/`)
    },
    isSignedInThere: async (browser) => {
      const users = await ask(browser, 'GET', `${api}/profile_list`).catch(() => [])
      return Array.isArray(users) && users.length > 0
    },
    takeRoleAway: async () => {
      await administer('PUT', '/user/boss?source=database', user('boss', 'player'))
    },
    async revokeTokens(browser) {
      const tokens = await ask(browser, 'GET', `${issuer}/token`)
      for (const { token_hash, enabled } of Array.isArray(tokens) ? tokens : [])
        if (enabled) await ask(browser, 'DELETE', `${issuer}/token/${encodeURIComponent(token_hash)}`)
    },
    stop: () => endProgram(child, folder),
  }
}

/** One request of its pages. Returns the JSON of the answer, if it has any. */
async function ask(as: Browser, method: string, url: string, body?: object): Promise<unknown> {
  const headers = { 'Content-Type': 'application/json' }
  const request = as.request(url, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  const response = await fetch(request)
  as.storeCookies(response.headers)
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${url} answered ${response.status} ${text}`)
  return text === '' ? undefined : JSON.parse(text)
}

/** Makes its own database store a further property of users or clients. */
async function addProperty(
  administer: (method: string, path: string, body?: object) => Promise<unknown>,
  of: 'user' | 'client',
  name: string,
  multiple: boolean,
): Promise<void> {
  const module = Object(await administer('GET', `/mod/${of}/database`))
  module.parameters['data-format'][name] = { multiple, read: true, write: true }
  await administer('PUT', `/mod/${of}/database`, module)
  await administer('PUT', `/mod/${of}/database/reset/`, {})
}

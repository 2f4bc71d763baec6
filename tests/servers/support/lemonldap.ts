import { spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#tests/support/provider.ts'
import { endProgram, waitForPort } from './programs.ts'
import type { RealProvider } from './real-provider.ts'

const portal = '/usr/share/lemonldap-ng/portal/htdocs/index.psgi'

/** Debian's lemonldap-ng.ini, but for where its files are, and without a cache. */
const settingsFile = (folder: string) => `[all]
logLevel = warn
checkTime = 1
[configuration]
type = File
dirName = ${folder}/conf
[portal]
staticPrefix = /static
templateDir = /usr/share/lemonldap-ng/portal/templates
languages = en
`

interface Configured {
  home: string
  appOrigin: string
  folder: string
  number: number
  /** The expression for a user's role. */
  role: string
}

/** Its configuration as the manager saves it, with the users of its demonstration, whose passwords are their names. */
function configuration({ home, appOrigin, folder, number, role }: Configured) {
  const storage = { Directory: `${folder}/sessions`, LockDirectory: `${folder}/locks` }
  return {
    cfgNum: number,
    cfgDate: String(Math.floor(Date.now() / 1000)),
    portal: `${home}/`,
    domain: 'localhost',
    securedCookie: 0,
    authentication: 'Demo',
    userDB: 'Same',
    passwordDB: 'Demo',
    whatToTrace: '_whatToTrace',
    macros: { _whatToTrace: 'lc($_user)', role },
    demoExportedVars: { uid: 'uid' },
    exportedVars: {},
    locationRules: { localhost: { default: 'accept' } },
    globalStorage: 'Apache::Session::File',
    globalStorageOptions: storage,
    persistentStorage: 'Apache::Session::File',
    persistentStorageOptions: storage,
    ...openIdConnect(appOrigin),
  }
}

const keys = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})

/** The part that an operator sets for Douze. */
const openIdConnect = (appOrigin: string) => ({
  issuerDBOpenIDConnectActivation: 1,
  oidcServicePrivateKeySig: keys.privateKey,
  oidcServicePublicKeySig: keys.publicKey,
  oidcServiceIgnoreScopeForClaims: 1,
  oidcServiceOfflineSessionExpiration: 7_776_000,
  oidcRPMetaDataExportedVars: { douze: { role: 'role' } },
  oidcRPMetaDataOptions: {
    douze: {
      oidcRPMetaDataOptionsClientID: 'douze',
      oidcRPMetaDataOptionsClientSecret: 'demo',
      oidcRPMetaDataOptionsIDTokenSignAlg: 'RS256',
      oidcRPMetaDataOptionsIDTokenForceClaims: 1,
      oidcRPMetaDataOptionsRequirePKCE: 1,
      oidcRPMetaDataOptionsBypassConsent: 1,
      oidcRPMetaDataOptionsAllowOffline: 1,
      oidcRPMetaDataOptionsRedirectUris: `${appOrigin}/auth/callback`,
      oidcRPMetaDataOptionsPostLogoutRedirectUris: `${appOrigin}/`,
    },
  },
})

/** A LemonLDAP::NG of its own, in a folder of its own, with the users of its demonstration. */
export async function startLemonldap(appOrigin: string): Promise<RealProvider> {
  const folder = mkdtempSync(join(tmpdir(), 'lemonldap-'))
  const port = await freePort()
  const home = `http://localhost:${port}`
  const configure = (number: number, role: string) =>
    writeFileSync(
      join(folder, `conf/lmConf-${number}.json`),
      JSON.stringify(configuration({ home, appOrigin, folder, role, number })),
    )
  for (const name of ['conf', 'sessions', 'locks']) mkdirSync(join(folder, name))
  writeFileSync(join(folder, 'lemonldap-ng.ini'), settingsFile(folder))
  configure(1, `$uid eq 'dwho' ? 'admin' : 'player'`)
  const log = join(folder, 'log')
  const args = ['--listen', `127.0.0.1:${port}`, '--workers', '2', '--disable-keepalive', portal]
  const env = { ...process.env, LLNG_DEFAULTCONFFILE: join(folder, 'lemonldap-ng.ini') }
  const child = spawn('starman', args, { env, cwd: folder, stdio: ['ignore', 'ignore', openSync(log, 'w')] })
  const stop = () => endProgram(child, folder)
  try {
    await waitForPort(port)
    const { ok } = await fetch(`${home}/.well-known/openid-configuration`)
    if (!ok) throw new Error(`LemonLDAP::NG does not work:\n${readFileSync(log, 'utf8')}`)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    issuer: `${home}/`,
    settings: { OIDC_ROLES_CLAIM: 'role', OIDC_SCOPE: 'openid offline_access' },
    player: 'rtyler',
    admin: 'dwho',
    hasBackChannel: false,
    async signIn(browser, url, username) {
      const shown = await browser.open(url, home)
      if (shown.left) return shown.url
      const form = fillForm(shown.body, { user: username, password: username })
      const sent = await browser.open(new URL(form.action, shown.url).href, home, form.fields)
      if (!sent.left) throw new Error(`not signed in: ${sent.url}`)
      return sent.url
    },
    async confirmSignOut(browser, url) {
      const shown = await browser.open(url, home)
      if (shown.left) return shown.url
      const form = fillForm(shown.body, { confirm: '1' })
      return (await browser.open(new URL(form.action, shown.url).href, home, form.fields)).url
    },
    async signOutThere(browser) {
      await browser.open(`${home}/?logout=1`, home)
    },
    async isSignedInThere(browser) {
      const response = await fetch(browser.request(`${home}/`, { headers: { Accept: 'application/json' } }))
      await response.body?.cancel()
      return response.ok
    },
    async takeRoleAway() {
      configure(2, `'player'`)
      // Each of its processes looks for another configuration after a second.
      await pause(2_500)
    },
    async revokeTokens() {
      const files = readdirSync(join(folder, 'sessions')).map((name) => join(folder, 'sessions', name))
      for (const file of files) if (/"refresh_token"/.test(readFileSync(file, 'utf8'))) rmSync(file)
    },
    stop,
  }
}

/** Where the page's form is sent, and its fields: the hidden ones and what a visitor enters. */
function fillForm(html: string, entered: Record<string, string>) {
  const [, attributes = '', inside = ''] = /<form([^>]*)>(.*?)<\/form>/s.exec(html) ?? []
  const hidden = [...inside.matchAll(/<input[^>]*type="hidden"[^>]*>/g)].map(([input]) => [
    readAttribute(input, 'name'),
    readAttribute(input, 'value'),
  ])
  const fields = new URLSearchParams({ ...Object.fromEntries(hidden), ...entered })
  return { action: readAttribute(attributes, 'action'), fields }
}

const readAttribute = (tag: string, name: string) =>
  (new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? '').replaceAll('&amp;', '&')

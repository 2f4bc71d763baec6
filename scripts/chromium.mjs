import { spawnSync } from 'node:child_process'

const installedPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * The path of a Chromium that runs: the one named by CHROMIUM, an installed one, playwright's own, as root on Debian one from the
 * package manager, or the one packed in @sparticuz/chromium (needs libnss3). That comes last: it keeps no page for 'Back', and lays
 * out small screens otherwise, so that eight tests fail.
 * @returns {Promise<string>}
 */
export async function ensureChromium() {
  for (const path of [process.env.CHROMIUM, ...installedPaths]) if (runs(path)) return path
  for (const find of [playwrightsOwn, fromPackageManager, packed]) {
    const path = await find().catch(() => undefined)
    if (runs(path)) return path
  }
  throw new Error(
    'No Chromium runs here. Install one (Debian: apt-get install chromium) or set CHROMIUM to its path.',
  )
}

/** @param {string | undefined} path @returns {path is string} */
function runs(path) {
  if (!path) return false
  return spawnSync(path, ['--version', '--no-sandbox'], { stdio: 'ignore', timeout: 20_000 }).status === 0
}

async function playwrightsOwn() {
  const { chromium } = await import('playwright')
  return chromium.executablePath()
}

async function packed() {
  const { default: chromium } = await import('@sparticuz/chromium')
  return chromium.executablePath()
}

async function fromPackageManager() {
  if (process.getuid?.() !== 0) return undefined
  console.log('Installing Chromium (apt-get) …')
  const apt = {
    stdio: /** @type {const} */ ('inherit'),
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }
  spawnSync('apt-get', ['update', '-q'], apt)
  spawnSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'], apt)
  return installedPaths[0]
}

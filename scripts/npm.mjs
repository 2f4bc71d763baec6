import { spawnSync } from 'node:child_process'

/**
 * Runs npm, visibly, and returns its exit code. Uses the npm that started this process, if one did.
 * @param {readonly string[]} words
 * @param {NodeJS.ProcessEnv} env
 * @returns {number}
 */
export function npm(words, env = process.env) {
  const own = env.npm_execpath
  const run = own?.endsWith('.js')
    ? spawnSync(process.execPath, [own, ...words], { stdio: 'inherit', env })
    : spawnSync('npm', words, { stdio: 'inherit', env, shell: process.platform === 'win32' })
  return run.status ?? 1
}

import { spawnSync } from 'node:child_process'

/**
 * Runs npm with its output shown; answers with its exit code. The npm that started us, when one did.
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

import { spawnSync } from 'node:child_process'

/**
 * Runs npm, visibly, and returns its exit code. Uses the npm that started this process, if one did.
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {number}
 */
export function npm(args, env = process.env) {
  const npmScript = env.npm_execpath
  const run = npmScript?.endsWith('.js')
    ? spawnSync(process.execPath, [npmScript, ...args], { stdio: 'inherit', env })
    : spawnSync('npm', args, { stdio: 'inherit', env, shell: process.platform === 'win32' })
  return run.status ?? 1
}

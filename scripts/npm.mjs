import { spawnSync } from 'node:child_process'

/** Runs npm with its output shown; answers with its exit code. The npm that started us, when one did. */
export function npm(words) {
  const own = process.env.npm_execpath
  const run = own?.endsWith('.js')
    ? spawnSync(process.execPath, [own, ...words], { stdio: 'inherit' })
    : spawnSync('npm', words, { stdio: 'inherit', shell: process.platform === 'win32' })
  return run.status ?? 1
}

import { once } from 'node:events'
import { openDatabase } from '#db/engine.server.ts'
import { freePort } from '../../../tests/support/provider.ts'
import { sendRequest } from '../../load/http-client.ts'
import { spawnOwned } from '../compare-servers.ts'
import { setDeadline } from './prepare-savers.ts'
import { type Rush, type RushRun, rushOnce } from './run.ts'

const paths = [
  '/',
  '/news',
  '/game',
  '/game/leagues',
  '/game/lineup',
  '/api/teams',
  '/api/teams/mine',
] as const

/** Runs the same load on the baseline, with the same database and the bytes that the app sends. */
export async function measureBaseline({
  pages,
  ...rush
}: Omit<Rush, 'port' | 'pid' | 'isChecked'> & { pages: Record<string, string> }): Promise<RushRun> {
  const port = await freePort()
  const baseline = spawnOwned(rush.children, 'scripts/bench/rush/save-baseline.ts')
  const flashCookie = `flash=${Buffer.from('{"code":"lineup-saved"}').toString('base64url')}; Path=/`
  baseline.send({ port, file: rush.file, roundNumber: 2, pages, flashCookie })
  await once(baseline, 'message')
  const run = await rushOnce({ ...rush, port, pid: baseline.pid, isChecked: true })
  baseline.kill()
  return run
}

/** One compressed response of each kind from the app at `port`, while the round is open. */
export async function copyPages(port: number, { file, savers }: Pick<Rush, 'file' | 'savers'>) {
  const db = openDatabase(file)
  await setDeadline(db, Date.now() + 60_000)
  await db.destroy()
  const Cookie = savers[0]?.cookie ?? ''
  const pages: Record<string, string> = {}
  for (const path of paths) {
    const isPublic = path === '/' || path === '/news'
    const response = await sendRequest({ port, method: 'GET', path, headers: isPublic ? {} : { Cookie } })
    if (response?.status !== 200) throw new Error(`${path} answered ${response?.status}`)
    pages[path] = response.body.toString('base64')
  }
  return pages
}

import { once } from 'node:events'
import { createServer } from 'node:net'
import { host, type Settings } from './settings.ts'

/** A sentence about a port that is in use; undefined when both are free. */
export async function findPortConflict({ port, idpPort }: Settings): Promise<string | undefined> {
  if (!(await isFree(port, host))) {
    return `Port ${port} is in use, perhaps by another demo. Stop it, or choose another: PORT=${port + 100} npm run demo`
  }
  if (!(await isFree(idpPort, 'localhost'))) {
    return `Port ${idpPort}, for the sign-in provider, is in use. Choose another: IDP_PORT=${idpPort + 100} npm run demo`
  }
  return undefined
}

async function isFree(port: number, host: string): Promise<boolean> {
  const server = createServer()
  try {
    await once(server.listen(port, host), 'listening')
    server.close()
    await once(server, 'close')
    return true
  } catch {
    return false
  }
}

import { resolve } from 'node:path'
import { z } from 'zod'

const port = z.coerce.number().int().min(1).max(65535)

const variables = z.object({
  PORT: port.default(3000),
  IDP_PORT: port.optional(),
  DATA_DIR: z.string().min(1).default('data/demo'),
})

/** Loopback only, because the passwords are public. Browsers reach it as localhost, where the provider listens too. */
export const host = '127.0.0.1'

export interface Settings {
  port: number
  idpPort: number
  dataDir: string
  databaseFile: string
  origin: string
  issuer: string
  isFresh: boolean
  isWatching: boolean
}

/** Parses the environment and arguments, which scripts/demo.mjs has checked; a usage error as a sentence. */
export function readSettings(environment: NodeJS.ProcessEnv, args: readonly string[]): Settings | string {
  const read = variables.safeParse(environment)
  if (!read.success)
    return read.error.issues.map((issue) => `${issue.path.join()}: ${issue.message}`).join('\n')
  const { PORT, IDP_PORT = PORT + 1, DATA_DIR } = read.data
  if (IDP_PORT === PORT || IDP_PORT > 65535)
    return 'PORT and IDP_PORT must be two different ports up to 65535.'
  const dataDir = resolve(DATA_DIR)
  return {
    port: PORT,
    idpPort: IDP_PORT,
    dataDir,
    databaseFile: resolve(dataDir, 'douze.db'),
    origin: `http://localhost:${PORT}`,
    issuer: `http://localhost:${IDP_PORT}`,
    isFresh: args.includes('--fresh'),
    isWatching: args.includes('--watch'),
  }
}

import { createServer } from 'node:http'
import { Provider } from 'oidc-provider'
import { z } from 'zod'
import { clientId, configure } from './provider/configuration.ts'
import { ensureKeys } from './provider/keys.ts'
import { handleLogin } from './provider/login.ts'
import { confirmLogout } from './provider/logout.ts'
import { grantByPassword } from './provider/password.ts'
import { openStore } from './provider/store.ts'

/**
 * The local OpenID provider for demo and tests, in its own process: one client, public passwords. `npm start` never
 * runs it.
 */
const settings = z.object({
  IDP_PORT: z.coerce.number().int().min(1).max(65535),
  APP_ORIGIN: z.url().transform((url) => new URL(url).origin),
  DATA_DIR: z.string().min(1),
  IDP_CLIENT_SECRET: z.string().min(1).default('demo'),
})

const { IDP_PORT: port, APP_ORIGIN: appOrigin, ...rest } = settings.parse(process.env)
const issuer = `http://localhost:${port}`
const provider = new Provider(
  issuer,
  configure({
    issuer,
    appOrigin,
    clientSecret: rest.IDP_CLIENT_SECRET,
    keys: await ensureKeys(rest.DATA_DIR),
    adapter: openStore(rest.DATA_DIR),
  }),
)
provider.use(confirmLogout)
grantByPassword(provider, { issuer, audience: clientId })
provider.on('server_error', (_, error) => console.error(error))

const handle = provider.callback()
const server = createServer((request, response) => {
  if (request.url?.startsWith('/interaction/')) void handleLogin(provider, appOrigin, { request, response })
  else void handle(request, response)
})
server.listen(port, 'localhost', () => console.log(`provider ready ${issuer}`))

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    server.close(() => process.exit(0))
    server.closeAllConnections()
  })
}

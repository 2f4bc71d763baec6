import type { RequestHead } from './check-request.server.ts'

/** Whether a Host header names the public host, in any case of letters, and with or without a default port. */
export function isPublicHost(host: string | undefined, publicHost: string): boolean {
  return host === publicHost || (host !== undefined && normalizeHost(host) === normalizeHost(publicHost))
}

const normalizeHost = (host: string) => host.toLowerCase().replace(/:(80|443)$/, '')

/**
 * Whether a proxy in front sends its own name for this server in the place of the public host: a redirect to the public host would
 * come back and never end. It says so (X-Forwarded-Host), or Host is no name that visitors type: with this server's own port, which
 * is not the public one, or without a dot, like a container's.
 */
export function isHostReplaced({ host, forwardedHost, localPort }: RequestHead, publicUrl: URL): boolean {
  if (isPublicHost(host, publicUrl.host) || !URL.canParse(`http://${host}`)) return false
  if (forwardedHost) return isPublicHost(forwardedHost.split(',')[0]?.trim(), publicUrl.host)
  const { hostname, port } = new URL(`http://${host}`)
  const publicPort = Number(publicUrl.port || (publicUrl.protocol === 'https:' ? 443 : 80))
  if (host === undefined || publicPort === localPort) return false
  return Number(port || 80) === localPort || (port === '' && !hostname.includes('.'))
}

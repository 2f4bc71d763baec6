import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { freePort } from '#tests/support/provider.ts'
import { waitForPort } from './programs.ts'

interface EximOptions {
  /** Where it relays all mails to: an SMTP server's port on this machine. */
  relayTo: number
  /** Lines of the main section besides. */
  settings?: readonly string[]
  /** Lines that every recipient passes before it is accepted. */
  rules?: readonly string[]
}

/** An Exim of its own in a folder of its own, on a port of this machine, that relays everything. */
export async function startExim({ relayTo, settings = [], rules = [] }: EximOptions) {
  // Not in a private folder: its own user has to reach it.
  const folder = mkdtempSync('/tmp/exim-')
  chmodSync(folder, 0o755)
  for (const name of ['spool', 'log']) {
    mkdirSync(join(folder, name))
    chownSync(join(folder, name), 65_534, 65_534)
  }
  const port = await freePort()
  const configuration = `primary_hostname = mail.douze.example
exim_user = nobody
exim_group = nogroup
spool_directory = ${folder}/spool
log_file_path = ${folder}/log/%slog
pid_file_path = ${folder}/spool/pid
local_interfaces = 127.0.0.1
daemon_smtp_ports = ${port}
keep_environment =
host_lookup =
rfc1413_hosts =
acl_smtp_rcpt = recipient
${settings.join('\n')}
begin acl
recipient:
${rules.map((rule) => `  ${rule}\n`).join('')}  accept
begin routers
everything:
  driver = manualroute
  transport = mailbox
  route_list = * 127.0.0.1
  self = send
begin transports
mailbox:
  driver = smtp
  port = ${relayTo}
  allow_localhost
  hosts_avoid_tls = *
begin retry
* * F,1h,1s
`
  const file = join(folder, 'exim.conf')
  writeFileSync(file, configuration)
  let daemon: ChildProcess | undefined
  return {
    url: `smtp://127.0.0.1:${port}`,
    async start(): Promise<void> {
      daemon = spawn('exim4', ['-bdf', '-q5s', '-C', file], { stdio: 'ignore' })
      await waitForPort(port)
    },
    log: () =>
      ['main', 'reject']
        .map((name) => join(folder, `log/${name}log`))
        .map((name) => (existsSync(name) ? readFileSync(name, 'utf8') : ''))
        .join(''),
    async remove(): Promise<void> {
      if (daemon && daemon.exitCode === null) {
        daemon.kill()
        await once(daemon, 'exit')
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

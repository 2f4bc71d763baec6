import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '#tests/support/provider.ts'
import { runProgram, waitForPort } from './programs.ts'

/** Debian's services, without those that deliver to mailboxes. */
const services = (port: number) => `127.0.0.1:${port} inet n - n - - smtpd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
tlsmgr unix - - n 1000? 1 tlsmgr
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
error unix - - n - - error
retry unix - - n - - error
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
`

interface PostfixOptions {
  /** Where it relays all mails to: an SMTP server's port on this machine. */
  relayTo: number
  /** Lines of main.cf besides. */
  settings?: readonly string[]
}

/** A Postfix of its own in a folder of its own, on a port of this machine, that relays everything. */
export async function startPostfix({ relayTo, settings = [] }: PostfixOptions) {
  // Not in a private folder: its own user has to reach it.
  const folder = mkdtempSync('/tmp/postfix-')
  chmodSync(folder, 0o755)
  const port = await freePort()
  for (const name of ['etc', 'spool', 'data']) mkdirSync(join(folder, name))
  runProgram('chown', ['postfix', join(folder, 'data')])
  const main = [
    'compatibility_level = 3.6',
    `queue_directory = ${folder}/spool`,
    `data_directory = ${folder}/data`,
    'command_directory = /usr/sbin',
    'daemon_directory = /usr/lib/postfix/sbin',
    'mail_owner = postfix',
    'setgid_group = postdrop',
    'myhostname = mail.douze.example',
    'mydestination =',
    'inet_interfaces = 127.0.0.1',
    'inet_protocols = ipv4',
    'mynetworks = 127.0.0.0/8',
    // By default the limits of a client do not hold for its own networks.
    'smtpd_client_event_limit_exceptions =',
    'alias_maps =',
    'local_recipient_maps =',
    `relayhost = [127.0.0.1]:${relayTo}`,
    'smtpd_relay_restrictions = permit_mynetworks, reject',
    `maillog_file = ${folder}/log`,
    `maillog_file_prefixes = ${folder}`,
    ...settings.map((line) => line.replaceAll('$folder', folder)),
  ]
  const byName = new Map(main.map((line) => [line.slice(0, line.indexOf(' =')), line]))
  writeFileSync(join(folder, 'etc/main.cf'), `${[...byName.values()].join('\n')}\n`)
  writeFileSync(join(folder, 'etc/master.cf'), services(port))
  const command = (name: string) => runProgram('postfix', ['-c', join(folder, 'etc'), name])
  const start = async () => {
    command('start')
    await waitForPort(port)
  }
  return {
    url: `smtp://127.0.0.1:${port}`,
    folder,
    start,
    stop: () => command('stop'),
    log: () => readFileSync(join(folder, 'log'), 'utf8'),
    remove() {
      try {
        command('stop')
      } catch {
        // It was stopped before.
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The settings of a Postfix with a certificate that it issued itself and a sign-in that is offered after STARTTLS only. */
export const signInAfterTls = [
  'smtpd_tls_security_level = may',
  'smtpd_tls_auth_only = yes',
  'smtpd_tls_cert_file = $folder/cert.pem',
  'smtpd_tls_key_file = $folder/key.pem',
  'smtpd_sasl_auth_enable = yes',
  'smtpd_sasl_type = dovecot',
  'smtpd_sasl_path = unix:$folder/auth',
  'smtpd_relay_restrictions = permit_sasl_authenticated, reject',
]

/** Makes what `signInAfterTls` names: a certificate, and a Dovecot that knows one account. Returns what ends it. */
export function startSignIn(folder: string, account: { name: string; password: string }): () => void {
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')]
  const kind = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=mail']
  runProgram('openssl', [...kind, ...files])
  writeFileSync(join(folder, 'accounts'), `${account.name}:{PLAIN}${account.password}\n`)
  const configuration = join(folder, 'dovecot.conf')
  writeFileSync(
    configuration,
    `base_dir = ${folder}/dovecot
log_path = ${folder}/dovecot.log
protocols =
ssl = no
auth_mechanisms = plain login
service auth {
  unix_listener ${folder}/auth {
    mode = 0666
  }
}
passdb {
  driver = passwd-file
  args = ${folder}/accounts
}
userdb {
  driver = static
  args = uid=nobody gid=nogroup home=/nonexistent
}
`,
  )
  runProgram('dovecot', ['-c', configuration])
  return () => runProgram('doveadm', ['-c', configuration, 'stop'])
}

/** A postgrey that lets a mail pass when it comes again after some seconds. Returns Postfix's settings and what ends it. */
export async function startPostgrey(delaySeconds: number) {
  const folder = mkdtempSync('/tmp/postgrey-')
  runProgram('chown', ['postgrey', folder])
  const port = await freePort()
  const options = [`--inet=127.0.0.1:${port}`, `--delay=${delaySeconds}`, `--dbdir=${folder}`]
  const child = spawn('postgrey', [...options, '--user=postgrey', '--group=postgrey'], { stdio: 'ignore' })
  await waitForPort(port)
  return {
    settings: [`smtpd_recipient_restrictions = check_policy_service inet:127.0.0.1:${port}`],
    end() {
      child.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

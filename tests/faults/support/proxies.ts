import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isListening } from './caddy.ts'

/** How a proxy of ops/ is run: its program, its command line, and how its file is made fit for a test. */
interface ProxyKind {
  programs: readonly string[]
  args: (file: string) => string[]
  adapt: (ports: Ports & { folder: string }) => string
}

interface Ports {
  port: number
  upstream: number
}

/** nginx and HAProxy with the files of ops/, without TLS and on this machine only. */
export const proxyKinds = {
  nginx: {
    programs: ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/sbin/nginx'],
    args: (file) => ['-c', file, '-g', 'daemon off;'],
    adapt: ({ port, upstream, folder }) => {
      const config = replaceAll('ops/nginx.conf', [
        // The first server only leads from http to https.
        [/^server \{\n\tlisten 80;[\s\S]*?^\}\n/m, ''],
        [/^\tlisten 443.*\n\tlisten .*\n/m, `\tlisten 127.0.0.1:${port};\n`],
        [/^\tserver_name .*$/m, '\tserver_name localhost;'],
        [/^\tssl_certificate.*\n\tssl_certificate_key.*\n/m, ''],
        [/127\.0\.0\.1:3000/, `127.0.0.1:${upstream}`],
        [/\/var\/log\/nginx\//g, `${folder}/`],
      ])
      const user = process.getuid?.() === 0 ? 'user root;\n' : ''
      const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (name) => `${name}_temp_path ${folder}/${name};\n`,
      )
      return `${user}pid ${folder}/nginx.pid;\nevents {}\nhttp {\n${paths.join('')}${config}}\n`
    },
  },
  HAProxy: {
    programs: ['/usr/sbin/haproxy', '/usr/local/sbin/haproxy'],
    args: (file) => ['-db', '-f', file],
    adapt: ({ port, upstream }) =>
      replaceAll('ops/haproxy.cfg', [
        [/^\tbind :80\n\tbind :443 .*\n/m, `\tbind 127.0.0.1:${port}\n`],
        [/^\thttp-request redirect scheme.*\n/m, ''],
        [/^\tlog \/dev\/log local0\n\tuser .*\n\tgroup .*\n/m, '\tlog stdout format raw local0\n'],
        [/127\.0\.0\.1:3000/g, `127.0.0.1:${upstream}`],
      ]),
  },
} satisfies Record<string, ProxyKind>

export type ProxyName = keyof typeof proxyKinds

/** The path of an installed proxy. */
export function findProxy(name: ProxyName): string | undefined {
  return proxyKinds[name].programs.find((path) => existsSync(path))
}

function replaceAll(file: string, replacements: readonly (readonly [RegExp, string])[]): string {
  return replacements.reduce(
    (text, [from, to]) => {
      const adapted = text.replace(from, () => to)
      if (adapted === text) throw new Error(`${file} has no ${from}`)
      return adapted
    },
    readFileSync(file, 'utf8'),
  )
}

/** Runs a proxy in front of a port of this machine. `readLog`: all that it has logged; its files are in `folder`. */
export async function startProxy(name: ProxyName, { folder, ...ports }: Ports & { folder: string }) {
  const file = join(folder, `${name}.conf`)
  writeFileSync(file, proxyKinds[name].adapt({ ...ports, folder }))
  return runProxy(name, { file, folder, port: ports.port })
}

/** Runs a proxy with a configuration file. */
export async function runProxy(
  name: ProxyName,
  { file, folder, port }: { file: string; folder: string; port: number },
) {
  const child = spawn(findProxy(name) ?? '', proxyKinds[name].args(file), {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk
    })
  const ended = once(child, 'exit')
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`${name} did not start:\n${output}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const logs = ['douze.log', 'douze-error.log'].map((log) => join(folder, log))
  return {
    readLog: () => output + logs.map((log) => (existsSync(log) ? readFileSync(log, 'utf8') : '')).join(''),
    stop: async () => {
      child.kill()
      await ended
    },
  }
}

/** Whether proxies are installed at all; warns of those that are not. */
export function listInstalledProxies(): ProxyName[] {
  const names: readonly ProxyName[] = ['nginx', 'HAProxy']
  for (const name of names)
    if (!findProxy(name)) console.warn(`Tests behind ${name} are skipped: it is not installed.`)
  return names.filter((name) => findProxy(name) !== undefined)
}

/** The plainest configuration of nginx that people write: it passes on nothing. */
export function writePlainNginx({ folder, port, upstream }: Ports & { folder: string }): string {
  const file = join(folder, 'plain-nginx.conf')
  const user = process.getuid?.() === 0 ? 'user root;\n' : ''
  const server = `server { listen 127.0.0.1:${port}; location / { proxy_pass http://127.0.0.1:${upstream}; } }`
  writeFileSync(
    file,
    `${user}pid ${folder}/plain.pid;\nerror_log ${folder}/plain.log;\nevents {}\nhttp { access_log off; ${server} }\n`,
  )
  return file
}

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'

/** A Chromium of another year, as an npm package ships it. */
export interface NpmChromium {
  name: string
  package: string
  /** The package's SHA-512, as npm writes it. */
  integrity: string
  /** A snapshot that hangs now and then when it starts: started once more then. */
  mayHang?: boolean
}

export const npmChromiums: readonly NpmChromium[] = [
  {
    name: 'Chromium 83',
    package: 'chrome-aws-lambda@3.1.1',
    integrity:
      'sha512-ikOcpFgobiiUvDXtBft+jxVz2CsauRV58owDtVyF1ocl/YN+/eqdIrrmbItm3yeJGnb9RtKxzFAqGcpBTQbTCA==',
  },
  {
    name: 'Chromium 92',
    package: 'chrome-aws-lambda@10.1.0',
    integrity:
      'sha512-NZQVf+J4kqG4sVhRm3WNmOfzY0OtTSm+S8rg77pwePa9RCYHzhnzRs8YvNI6L9tALIW6RpmefWiPURt3vURXcw==',
  },
  {
    name: 'Chromium 103',
    package: '@sparticuz/chromium@103.0.0',
    integrity:
      'sha512-tFX5k5uWAT0fIxelUtpN4GN1VOTT61AHB6rRjeYzC296SjizKM1pNslEWj0YeuajKfsnNeDuHizB320TTTOrkA==',
    mayHang: true,
  },
  {
    name: 'Chromium 110',
    package: '@sparticuz/chromium@110.0.1',
    integrity:
      'sha512-LS7GKGoHSNUK2ugRp2k9/Rb+wSjsqPDTQTWd9nM2d2hCgm78WRLx2Vw+xwl3bst3M4+dqfawpx1UObUmt5vVYQ==',
  },
]

const cache = 'node_modules/.cache/browsers'

/** The folder of a Chromium, fetched from npm the first time: 'chromium' and its libraries. Throws when it is not the pinned one. */
export function fetchChromium({ package: name, integrity }: NpmChromium): string {
  const folder = join(cache, name.replaceAll(/[^\w.]+/g, '-'))
  if (existsSync(folder)) return folder
  mkdirSync(cache, { recursive: true })
  const work = mkdtempSync(join(cache, 'unpacking-'))
  try {
    execFileSync('npm', ['pack', '--silent', '--pack-destination', work, name], { timeout: 300_000 })
    const [archive = ''] = readdirSync(work)
    const hash = createHash('sha512').update(readFileSync(join(work, archive)))
    if (`sha512-${hash.digest('base64')}` !== integrity)
      throw new Error(`${name} is not the package that was pinned`)
    execFileSync('tar', ['-xzf', archive], { cwd: work })
    unpack(join(work, 'package/bin'))
    renameSync(join(work, 'package/bin'), folder)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
  return folder
}

function unpack(bin: string) {
  const read = (file: string) => brotliDecompressSync(readFileSync(join(bin, file)))
  writeFileSync(join(bin, 'chromium'), read('chromium.br'), { mode: 0o755 })
  execFileSync('tar', ['-x'], { cwd: bin, input: read('swiftshader.tar.br') })
}

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'

/** What browsers get of others, and under which licence: the build's files. */
const assets = 'build/client/assets'
const licenses = readFileSync('build/client/licenses.txt', 'utf8')

test.each([
  ['react', 'MIT', 'Copyright (c) Facebook, Inc. and its affiliates.'],
  ['turbo-stream', 'ISC', 'rich-harris/devalue/graphs/contributors'],
  ['@fontsource-variable/archivo', 'OFL-1.1', 'SIL OPEN FONT LICENSE Version 1.1'],
  ['country-flag-icons', 'MIT', 'Copyright (c) 2020 @catamphetamine'],
  ['tailwindcss', 'MIT', 'Copyright (c) Tailwind Labs, Inc.'],
])('the list of licences names %s with its version, licence and text', (name, license, words) => {
  const { version } = JSON.parse(readFileSync(join('node_modules', name, 'package.json'), 'utf8'))
  const [, text = ''] = licenses.split(`${name} ${version} (${license})\n\n`)
  expect(text.slice(0, 5000)).toContain(words)
})

test('every font names its authors and the address of its licence', () => {
  const fonts = readdirSync(assets).filter((name) => name.endsWith('.woff2'))
  expect(fonts.length).toBeGreaterThan(9)
  for (const name of fonts) {
    const text = readTables(readFileSync(join(assets, name)))
      .toString('latin1')
      .replaceAll('\0', '')
    for (const words of ['Copyright 2020 The Archivo Project Authors', 'http://scripts.sil.org/OFL'])
      expect(text.includes(words), `${name}: ${words}`).toBe(true)
  }
})

/** The tables of a WOFF2 file: a directory of known length is before them (W3C, WOFF 2.0, 4.1). */
function readTables(font: Buffer): Buffer {
  let at = 48
  const skipNumber = () => {
    while ((font[at++] ?? 0) > 127);
  }
  for (let left = font.readUInt16BE(12); left > 0; left -= 1) {
    const flags = font[at++] ?? 0
    const [tag, transform] = [flags & 63, flags >> 6]
    if (tag === 63) at += 4
    skipNumber()
    // Outlines (10, 11) are transformed unless they say 3, all others when they say anything.
    if (tag === 10 || tag === 11 ? transform !== 3 : transform !== 0) skipNumber()
  }
  return brotliDecompressSync(font.subarray(at, at + font.readUInt32BE(20)))
}

import fs, { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { readDatabaseLocation } from '#app/server/inspect-database.server.ts'

/** What statfs says on Linux (statfs(2)); a start on such a file system is in tests/requests/server/network-file-system.test.ts. */
const real = fs.statfsSync
const folder = mkdtempSync(join(tmpdir(), 'douze-network-'))
const file = join(folder, 'douze.db')

afterEach(() => {
  fs.statfsSync = real
  syncBuiltinESMExports()
})

/** Lets every folder be on a file system of this type; those of the array are, of an object the ones that it names. */
function pretend(typeOf: (path: string) => number) {
  const answer = { bsize: 0, blocks: 0, bfree: 0, bavail: 0, files: 0, ffree: 0 }
  fs.statfsSync = Object.assign((path: string) => ({ ...answer, type: typeOf(path) }))
  syncBuiltinESMExports()
}

test.each([
  ['NFS', 0x6969],
  ['SMB', 0x517b],
  ['SMB', 0xff534d42],
  ['SMB', 0xfe534d42],
  ['SMB', -0xacb2be],
  ['9p', 0x01021997],
  ['FUSE', 0x65735546],
  ['CephFS', 0x00c36400],
  ['Lustre', 0x0bd00bd0],
  ['AFS', 0x6b414653],
  ['VirtualBox', 0x786f4256],
])('a database on %s (%i) is refused, unless the setting takes the risk', (_, type) => {
  pretend(() => type)
  const refused = readDatabaseLocation({ DATABASE_FILE: file })
  expect(refused).toEqual({ ok: false, problem: expect.stringContaining('is on a network file system') })
  expect(refused).toEqual({ ok: false, problem: expect.stringContaining('DATABASE_ON_NETWORK=1') })
  expect(readDatabaseLocation({ DATABASE_FILE: file, DATABASE_ON_NETWORK: '0' })).toEqual(refused)
  const risked = readDatabaseLocation({ DATABASE_FILE: file, DATABASE_ON_NETWORK: '1' })
  expect(risked).toEqual({ ok: true, location: file })
})

test.each([
  ['ext4', 0xef53],
  ['tmpfs', 0x01021994],
  ['overlay', 0x794c7630],
  ['XFS', 0x58465342],
  ['Btrfs', 0x9123683e],
  ['ZFS', 0x2fc12fc1],
  ['F2FS', 0xf2f52010],
  ['bcachefs', 0xca451a4e],
])('a database on %s (%i) is on a disk of this machine', (_, type) => {
  pretend(() => type)
  expect(readDatabaseLocation({ DATABASE_FILE: file })).toEqual({ ok: true, location: file })
})

test('a link leads to where the file is, and a folder that is not there yet is no reason', () => {
  const far = mkdtempSync(join(tmpdir(), 'douze-far-'))
  writeFileSync(join(far, 'douze.db'), '')
  symlinkSync(join(far, 'douze.db'), file)
  pretend((path) => (path === far ? 0x6969 : 0xef53))
  expect(readDatabaseLocation({ DATABASE_FILE: file })).toMatchObject({ ok: false })
  const missing = join(far, 'missing', 'douze.db')
  expect(readDatabaseLocation({ DATABASE_FILE: missing })).toEqual({ ok: true, location: missing })
  for (const each of [far, folder]) rmSync(each, { recursive: true })
})

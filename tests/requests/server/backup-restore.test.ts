import { once } from 'node:events'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { defaultBackupFolder } from '#app/services/backup/backup.server.ts'
import { openDatabase } from '#db/engine.server.ts'
import { makeOlderDatabase, truncateDatabase } from '#tests/support/database-files.ts'
import { textOf } from '#tests/support/html.ts'
import { runCommand } from '#tests/support/run-command.ts'
import { makeDatabase, runServer, serverEnv, signIn, startServer } from '#tests/support/server.ts'

/** The drill of docs/operations.md with the real commands and the real server: lose a season, and get it back. */

type Server = Awaited<ReturnType<typeof startServer>>

/** A season with deadlines in the future, so that teams can be saved by the system clock. */
async function openSeason(): Promise<string> {
  const file = await makeDatabase()
  const db = openDatabase(file)
  const later = Date.now() + 24 * 60 * 60 * 1000
  await db
    .updateTable('rounds')
    .set((round) => ({ deadline_at: round('round_number', '+', later) }))
    .execute()
  await db
    .updateTable('games')
    .set({ concluded_at: later + 1000 })
    .execute()
  await db.destroy()
  return file
}

/** Saves a new manager's team; returns its name once the server has acknowledged it. */
async function save(server: Server, name: string): Promise<string> {
  const cookie = await signIn(server.database, name)
  const picks = 'AT.GR.DE.NO.SM.PT'
  const body = new URLSearchParams({ intent: 'save', teamName: `Team ${name}`, managerName: name, picks })
  const answer = await server.ask(
    {
      method: 'POST',
      path: '/game/team',
      headers: {
        Host: new URL(server.origin).host,
        Origin: server.origin,
        Cookie: cookie,
        'Content-Type': 'application/x-www-form-urlencoded',
        'Content-Length': Buffer.byteLength(body.toString()),
      },
    },
    body.toString(),
  )
  expect(answer.status).toBe(303)
  return `Team ${name}`
}

/** Saves one team after another until stopped. */
function keepSaving(server: Server, saved: string[]) {
  let isOver = false
  const ended = (async () => {
    for (let n = 0; !isOver; n += 1) saved.push(await save(server, `writer-${n}`))
  })()
  return {
    stop: () => {
      isOver = true
      return ended
    },
  }
}

async function page(server: Server, path: string, cookie = '') {
  const headers = { Host: new URL(server.origin).host, ...(cookie === '' ? {} : { Cookie: cookie }) }
  const { status, body } = await server.ask({ path, headers })
  return { status, text: textOf(body) }
}

/** The names of a file's teams; fails unless every one has its three line-ups and the receipt of its save. */
async function teamsIn(file: string): Promise<string[]> {
  const db = openDatabase(file)
  const teams = await db.selectFrom('teams').select(['id', 'team_name', 'receipt_id']).orderBy('id').execute()
  const lineups = await db.selectFrom('lineups').select('team_id').execute()
  const receipts = await db.selectFrom('receipts').select('id').execute()
  await db.destroy()
  expect(lineups.length).toBe(3 * teams.length)
  expect(teams.map((team) => team.receipt_id)).toEqual(receipts.map(({ id }) => id))
  return teams.map((team) => team.team_name)
}

function onlyBackup(file: string): string {
  const names = readdirSync(defaultBackupFolder(file))
  expect(names).toEqual([expect.stringMatching(/^douze-.+\.db$/)])
  return join(defaultBackupFolder(file), names[0] ?? '')
}

test('a lost database is restored from a backup that was made during saves', async () => {
  const server = await startServer({ DATABASE_FILE: await openSeason() })
  const file = server.database
  const saved = [await save(server, 'anna')]

  const writing = keepSaving(server, saved)
  while (saved.length < 5) await new Promise((resolve) => setImmediate(resolve))
  const acknowledged = [...saved]
  const made = await runCommand('backup', file)
  await writing.stop()
  expect(made).toMatchObject({ code: 0, said: expect.stringContaining('season 2025 (Basel), active') })
  const backup = onlyBackup(file)
  const kept = await teamsIn(backup)
  expect(kept.slice(0, acknowledged.length)).toEqual(acknowledged)
  expect(saved.slice(0, kept.length)).toEqual(kept)
  expect(saved.length).toBeGreaterThan(kept.length)

  const late = await save(server, 'too-late')
  const tooSoon = await runCommand('restore', file, backup)
  expect(tooSoon).toMatchObject({
    code: 1,
    said: expect.stringContaining('is in use. Stop the server first'),
  })
  expect(await teamsIn(file)).toEqual([...saved, late])
  server.child.kill('SIGKILL')
  await once(server.child, 'exit')
  truncateDatabase(file)

  const refused = await runServer({ ...(await serverEnv(server.port)), DATABASE_FILE: file }).ended
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('npm run restore -- <backup>') })

  const restored = await runCommand('restore', file, backup)
  expect(restored).toMatchObject({ code: 0 })
  expect(restored.said).toContain(`season 2025 (Basel), active: ${kept.length} teams`)
  expect(restored.said).toMatch(/last save \d{4}-\d\d-\d\dT/)
  const aside = /is kept at (\S+)/.exec(restored.said)?.[1] ?? ''
  expect(existsSync(aside)).toBe(true)

  const again = await startServer({ DATABASE_FILE: file })
  expect(await page(again, '/healthz')).toMatchObject({ status: 200 })
  for (const path of ['/', '/news', '/songs']) {
    const { status, text } = await page(again, path)
    expect([status, text.length > 200]).toEqual([200, true])
  }
  const anna = await page(again, '/game', await signIn(file, 'anna'))
  expect(anna.status).toBe(200)
  expect(anna.text).toContain('Team anna')
  expect(anna.text).not.toContain(late)
  await save(again, 'next-morning')
  await again.stop()
  expect(await teamsIn(file)).toEqual([...kept, 'Team next-morning'])
}, 120_000)

test('npm run backup and npm run restore report unknown arguments and do nothing', async () => {
  const file = await makeDatabase()
  const [few, odd] = await Promise.all([
    runCommand('restore', file),
    runCommand('backup', file, '--keep', '0'),
  ])
  expect(few).toMatchObject({ code: 2, said: expect.stringContaining('Usage: npm run restore -- <backup>') })
  expect(odd).toMatchObject({ code: 2, said: expect.stringContaining('--keep takes a whole number') })
  expect(existsSync(defaultBackupFolder(file))).toBe(false)
})

test('npm run migrate makes a backup before any change, and prints how to restore it', async () => {
  const { file, missing } = await makeOlderDatabase()
  const { code, said } = await runCommand('migrate', file)
  expect(code).toBe(0)
  expect(said).toContain(`ran ${missing}. The way back: npm run restore -- `)
  const backup = /restore -- (\S+)/.exec(said)?.[1] ?? ''
  expect(statSync(backup).mode & 0o777).toBe(0o600)
})

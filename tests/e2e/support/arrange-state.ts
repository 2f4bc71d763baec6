import { sql } from 'kysely'
import { expect } from 'vitest'
import { openDatabase } from '#db/engine.server.ts'
import type { Db } from '#db/schema.server.ts'
import { browser, game } from './game.ts'
import { button, expectPage } from './page-helpers.ts'
import type { PageState } from './page-states.ts'

/** Brings the game of a test file into the states of page-states.ts. */
let now = ''
let missing: PageState['without']
let published: PageState['live']
let played = 0

const tables = ['articles', 'teams', 'round_scores']

/** Restores what the previous state removed, and removes what this one lacks. */
async function removeFromDatabase(without: PageState['without']) {
  const db = openDatabase(game.databaseFile)
  try {
    const isActive = without === 'a game' ? 0 : 1
    await db.updateTable('games').set({ is_active: isActive }).where('year', '=', 2025).execute()
    if (missing === 'its tables') for (const table of tables) await rename(db, `${table}_away`, table)
    if (without === 'its tables') for (const table of tables) await rename(db, table, `${table}_away`)
  } finally {
    await db.destroy()
  }
}

function rename(db: Db, from: string, to: string) {
  return sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(db)
}

/** Sets the clock, the database, the points and the steps of a state: the states of a file come in the order of the table. */
export async function arrange({ at, without, live, steps }: PageState): Promise<void> {
  if (at !== now) await game.setClock(at)
  if (without !== missing) await removeFromDatabase(without)
  now = at
  missing = without
  await publishLive(live)
  await play(steps)
}

/** Brings a game that was started anew into a state. */
export function arrangeAnew(state: PageState): Promise<void> {
  now = ''
  missing = undefined
  published = undefined
  played = 0
  return arrange(state)
}

/** Puts back what the last state lacks. */
export async function restoreDatabase(): Promise<void> {
  await removeFromDatabase(undefined)
  missing = undefined
}

/** Publishes points of the first semi-final live, once for states with the same points. */
async function publishLive(live: PageState['live']) {
  if (!live || published === live) return
  const admin = await browser.newPage()
  await game.openAs(admin, 'admin', '/admin?round=1')
  for (const [country, points] of Object.entries(live))
    await admin.getByRole('textbox', { name: country }).fill(points)
  await button(admin, 'Save and publish live').press('Enter')
  await expectPage(admin.getByText('Published live')).toBeVisible()
  await admin.context().close()
  published = live
}

async function play(steps = 0) {
  for (; played < steps; played += 1) {
    const body = new URLSearchParams({ step: 'next' })
    const response = await fetch(`${game.origin}/demo/rehearsal`, {
      method: 'POST',
      body,
      redirect: 'manual',
    })
    expect(response.status).toBe(303)
  }
}

/** A state in words, for the title of its test. */
export function nameOf({ who, path, then, at, live, steps, without }: PageState): string {
  return [
    `${who} at ${path} on ${at.slice(0, 10)}`,
    then,
    live && 'with live points',
    steps && `after ${steps} steps of the shows`,
    without && `without ${without}`,
  ]
    .filter(Boolean)
    .join(', ')
}

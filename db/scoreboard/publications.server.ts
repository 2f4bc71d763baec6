import type { Publication, RoundPoints } from '#app/game/scoring/publication.ts'
import type { Db } from '#db/schema.server.ts'

const publicationColumns = [
  'publications.id',
  'publications.game_id as gameId',
  'publications.version',
  'publications.kind',
  'publications.rounds',
  'publications.published_at as publishedAt',
  'publications.note',
  'publications.replaced_id as replacedId',
] as const

/** The publication in force in a season; undefined before the first. */
export async function findPublicationInForce(db: Db, gameId: number): Promise<Publication | undefined> {
  return findPublicationOf(db, gameId, 'games.publication_id')
}

/** The live publication of a season; undefined without one. */
export async function findLivePublication(db: Db, gameId: number): Promise<Publication | undefined> {
  return findPublicationOf(db, gameId, 'games.live_publication_id')
}

async function findPublicationOf(
  db: Db,
  gameId: number,
  reference: 'games.publication_id' | 'games.live_publication_id',
): Promise<Publication | undefined> {
  const row = await db
    .selectFrom('games')
    .innerJoin('publications', 'publications.id', reference)
    .select(publicationColumns)
    .where('games.id', '=', gameId)
    .executeTakeFirst()
  return row && toPublication(row)
}

/** The publication that pages showed before another, by its `replacedId`; undefined before the first. */
export async function findReplacedPublication(db: Db, id: number | null): Promise<Publication | undefined> {
  if (id === null) return undefined
  const row = await db
    .selectFrom('publications')
    .select(publicationColumns)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toPublication(row)
}

/** The points of a publication, by round. */
export async function listPublishedPoints(db: Db, publicationId: number): Promise<RoundPoints[]> {
  const rows = await db
    .selectFrom('publication_points')
    .select(['round_number as roundNumber', 'entry_id as entryId', 'points'])
    .where('publication_id', '=', publicationId)
    .orderBy('round_number')
    .orderBy('entry_id')
    .execute()
  const rounds: { roundNumber: number; scores: { entryId: number; points: number }[] }[] = []
  for (const { roundNumber, entryId, points } of rows) {
    const last = rounds.at(-1)
    if (last?.roundNumber === roundNumber) last.scores.push({ entryId, points })
    else rounds.push({ roundNumber, scores: [{ entryId, points }] })
  }
  return rounds
}

export interface NewPublication {
  gameId: number
  kind: Publication['kind']
  rounds: readonly RoundPoints[]
  /** Game time, epoch ms. */
  publishedAt: number
  /** The admin. */
  publishedBy: number | null
  note: string | null
}

/** Inserts a publication with its points and puts it in force, or shows it as the live one. Call inside a transaction. */
export async function insertPublication(tx: Db, publication: NewPublication): Promise<void> {
  const { gameId, kind, rounds, publishedAt, publishedBy, note } = publication
  const { id } = await tx
    .insertInto('publications')
    .values({
      game_id: gameId,
      version: await nextVersion(tx, gameId),
      kind,
      rounds: rounds.map((round) => round.roundNumber).join('.'),
      published_at: publishedAt,
      published_by: publishedBy,
      note,
      replaced_id: await findShownId(tx, gameId),
      ...(await findNewestIds(tx, gameId)),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const points = rounds.flatMap(({ roundNumber, scores }) =>
    scores.map((score) => ({
      publication_id: id,
      round_number: roundNumber,
      entry_id: score.entryId,
      points: score.points,
    })),
  )
  await tx.insertInto('publication_points').values(points).execute()
  const update = kind === 'live' ? updateLivePublication : updatePublicationInForce
  await update(tx, gameId, id)
}

async function nextVersion(tx: Db, gameId: number): Promise<number> {
  const { last } = await tx
    .selectFrom('publications')
    .select((row) => row.fn.max('version').as('last'))
    .where('game_id', '=', gameId)
    .executeTakeFirstOrThrow()
  return (last ?? 0) + 1
}

/** The publication that pages show. */
async function findShownId(tx: Db, gameId: number): Promise<number | null> {
  const { live_publication_id, publication_id } = await tx
    .selectFrom('games')
    .select(['live_publication_id', 'publication_id'])
    .where('id', '=', gameId)
    .executeTakeFirstOrThrow()
  return live_publication_id ?? publication_id
}

/** The newest team of a season and the newest membership change of any league, at the time of publication. */
async function findNewestIds(tx: Db, gameId: number) {
  const team = await tx
    .selectFrom('teams')
    .select((row) => row.fn.max('id').as('id'))
    .where('game_id', '=', gameId)
    .executeTakeFirst()
  const change = await tx
    .selectFrom('membership_changes')
    .select((row) => row.fn.max('id').as('id'))
    .executeTakeFirst()
  return { last_team_id: team?.id ?? 0, last_membership_change_id: change?.id ?? 0 }
}

/** Puts a publication in force; null for none. Call inside a transaction. */
export async function updatePublicationInForce(tx: Db, gameId: number, id: number | null): Promise<void> {
  await tx.updateTable('games').set({ publication_id: id }).where('id', '=', gameId).execute()
}

/** Shows a live publication; null for none. Call inside a transaction. */
export async function updateLivePublication(tx: Db, gameId: number, id: number | null): Promise<void> {
  await tx.updateTable('games').set({ live_publication_id: id }).where('id', '=', gameId).execute()
}

/** The newest official publication that covers only these rounds; undefined when there is none. */
export async function findNewestPublicationWithin(
  db: Db,
  { gameId, roundNumbers }: { gameId: number; roundNumbers: readonly number[] },
): Promise<Publication | undefined> {
  const rows = await db
    .selectFrom('publications')
    .select(publicationColumns)
    .where('game_id', '=', gameId)
    .where('kind', '=', 'official')
    .orderBy('version', 'desc')
    .execute()
  return rows
    .map(toPublication)
    .find((publication) => publication.roundNumbers.every((number) => roundNumbers.includes(number)))
}

function toPublication({
  rounds,
  ...row
}: Omit<Publication, 'roundNumbers'> & { rounds: string }): Publication {
  return { ...row, roundNumbers: parseRoundNumbers(rounds) }
}

/** Parses the stored rounds of a publication: '1.2'. */
export function parseRoundNumbers(stored: string): number[] {
  return stored.split('.').map(Number)
}

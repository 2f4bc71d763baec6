import { systemClock } from '#db/clock.server.ts'
import { finishComputation } from '#db/computations.server.ts'
import {
  type Basis,
  copyFacts,
  createWorkingTables,
  dropWorkingTables,
  findBasis,
  findNextLeagues,
  listRoundsToCompute,
  placeMembers,
  placeTeams,
  rankRound,
  scoreRound,
  setDurable,
} from '#db/computing.server.ts'
import {
  deleteFromGeneration,
  insertGeneration,
  listOldGenerations,
  publishGeneration,
} from '#db/generations.server.ts'
import {
  copyLeagueStandings,
  copyPoints,
  copyRoundResults,
  copyStandings,
  copyTeamPlaces,
} from '#db/publishing.server.ts'
import { listRounds } from '#db/rounds.server.ts'
import type { Db } from '#db/schema.server.ts'
import { readConsistently } from '#db/snapshot.server.ts'
import { bumpVersion } from '#db/versions.server.ts'
import { catchUpLastLeagues, catchUpLeagues } from './compute-leagues.server.ts'
import { type Run, showProgress, takeStep, writeBatch } from './compute-run.server.ts'
import { noteResults } from './mail-schedule.server.ts'

/**
 * How many rows are written under one lock: some 5 ms of work, which is what a save of this process may have to wait
 * (docs/decisions/0002).
 */
const batchRows = 2_000
/** Deleting by key range is four times as fast. */
const deletedRows = 6_000
/** About as many members are sorted at once. */
const sortedRows = 100_000

/** What a run works on, and how much it is. */
interface Season {
  basis: Basis
  lastRound: number
  teams: number
  members: number
}

/** Computes a season and publishes it (docs/decisions/0002). When it throws, nothing of it is visible. */
export async function computeSeason(run: Run, gameId: number): Promise<void> {
  await setDurable(run.held, false)
  try {
    await deleteOldGenerations(run, gameId)
    const season = await scoreSeason(run.held, gameId)
    await publishSeason(run, season).finally(() => dropWorkingTables(run.held, season.basis.rounds))
  } finally {
    await setDurable(run.held, true)
  }
}

async function deleteOldGenerations(run: Run, gameId: number): Promise<void> {
  for (const generation of await listOldGenerations(run.held, gameId)) {
    while (await writeBatch(run, (tx) => deleteFromGeneration(tx, generation, deletedRows)));
  }
}

/** Everything is read in one moment: raw scores, line-ups and members agree with each other. */
async function scoreSeason(held: Db, gameId: number): Promise<Season> {
  return readConsistently(held, async () => {
    const basis = await findBasis(held, gameId)
    await createWorkingTables(held, basis.rounds)
    const members = await copyFacts(held, basis)
    let teams = 0
    for (const round of basis.rounds) teams = await scoreRound(held, basis, round)
    return { basis, lastRound: basis.rounds.at(-1) ?? 0, teams, members }
  })
}

async function publishSeason(run: Run, season: Season): Promise<void> {
  const isEmpty = season.basis.rounds.length === 0
  const generation = isEmpty ? null : await writeGeneration(run, season)
  await setDurable(run.held, true)
  await finish(run, season, generation)
}

/** Writes all results under a new generation, which no reader looks at yet. Returns its number. */
async function writeGeneration(run: Run, season: Season): Promise<number> {
  const { basis } = season
  run.stepsTotal = countSteps(season)
  await rankSeason(run, season)
  const now = await run.clock(run.held)
  const generation = await takeStep(run, (tx) => insertGeneration(tx, basis, now))
  await takeStep(run, (tx) => copyPoints(tx, generation))
  await copyResults(run, basis, generation)
  await copyPlaces(run, season, generation)
  await copyTables(run, season, generation)
  await catchUpLeagues(run, { gameId: basis.gameId, generation })
  return generation
}

function countSteps({ basis, teams, members }: Season): number {
  const toRank = basis.rounds.length + 2
  const toCopy = teamBatches(basis).length * (basis.rounds.length + 1) + batches(0, teams).length
  return toRank + 2 + toCopy + batches(0, members).length
}

async function rankSeason(run: Run, { basis, lastRound }: Season): Promise<void> {
  for (const round of basis.rounds) {
    await rankRound(run.held, round)
    await showProgress(run)
  }
  await placeTeams(run.held, lastRound)
  await showProgress(run)
  await placeAllMembers(run, basis.rounds)
  await showProgress(run)
}

/** Some leagues at a time, so that the run gives signs of life and sorts in memory. */
async function placeAllMembers(run: Run, rounds: readonly number[]): Promise<void> {
  let placed = 0
  let after = 0
  for (;;) {
    const upTo = await findNextLeagues(run.held, after, sortedRows)
    if (upTo === undefined) return
    placed += await placeMembers(run.held, { rounds, after, upTo, placed })
    await writeBatch(run, async () => {})
    after = upTo
  }
}

async function copyResults(run: Run, basis: Basis, generation: number): Promise<void> {
  for (const roundNumber of basis.rounds) {
    for (const ids of teamBatches(basis)) {
      await takeStep(run, (tx) => copyRoundResults(tx, { generation, roundNumber, ...ids }))
    }
  }
}

async function copyPlaces(run: Run, { basis, lastRound, teams }: Season, generation: number): Promise<void> {
  for (const positions of batches(0, teams)) {
    await takeStep(run, (tx) => copyStandings(tx, { generation, lastRound, ...positions }))
  }
  for (const ids of teamBatches(basis))
    await takeStep(run, (tx) => copyTeamPlaces(tx, { generation, ...ids }))
}

async function copyTables(run: Run, { members }: Season, generation: number): Promise<void> {
  for (const numbers of batches(0, members)) {
    await takeStep(run, (tx) => copyLeagueStandings(tx, { generation, ...numbers }))
  }
}

/** The last transaction: results, rounds, version and the run's own state change together. */
async function finish(run: Run, { basis, teams }: Season, generation: number | null): Promise<void> {
  await run.held.transaction().execute(async (tx) => {
    const { gameId, rounds } = basis
    const wanted = await listRoundsToCompute(tx, gameId)
    if (!rounds.every((round) => wanted.includes(round))) {
      throw new Error('The clock was moved back while computing.')
    }
    if (generation) await catchUpLastLeagues(tx, { gameId, generation })
    const published = generation && { id: generation, rankedTeams: teams }
    const publishedAt = await run.clock(tx)
    const known = await listRounds(tx, gameId)
    await publishGeneration(tx, { basis, generation: published || null, now: publishedAt })
    const computed = known.filter((round) => rounds.includes(round.roundNumber))
    await noteResults(tx, { gameId, rounds: computed, publishedAt, now: await systemClock(tx) })
    await bumpVersion(tx, 'ranking')
    const isOurs = await finishComputation(tx, { id: run.id, now: await systemClock(tx) })
    if (!isOurs) throw new Error('The computation was taken for dead and stopped.')
  })
}

function teamBatches(basis: Basis) {
  return batches(basis.firstTeamId - 1, basis.lastTeamId)
}

function batches(after: number, upTo: number) {
  const count = Math.max(0, Math.ceil((upTo - after) / batchRows))
  return Array.from({ length: count }, (_, index) => ({
    after: after + index * batchRows,
    upTo: Math.min(upTo, after + (index + 1) * batchRows),
  }))
}

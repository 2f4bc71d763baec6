import { systemClock } from '#db/clock.server.ts'
import { finishComputation } from '#db/computations.server.ts'
import {
  type Basis,
  copyFacts,
  createWorkingTables,
  dropWorkingTables,
  findBasis,
  listRoundsToCompute,
  placeMembers,
  placeTeams,
  rankRound,
  scoreRound,
} from '#db/computing.server.ts'
import {
  deleteFromGeneration,
  insertGeneration,
  listOldGenerations,
  publishGeneration,
} from '#db/generations.server.ts'
import { copyLeagueStandings, copyPoints, copyRoundResults, copyStandings } from '#db/publishing.server.ts'
import type { Db } from '#db/schema.server.ts'
import { readConsistently } from '#db/snapshot.server.ts'
import { bumpVersion } from '#db/versions.server.ts'
import { catchUpLastLeagues, catchUpLeagues } from './compute-leagues.server.ts'
import { type Run, takeStep } from './compute-run.server.ts'

/** At most this many rows are written under one lock. */
const batchRows = 20_000

/** Computes a season and publishes it (docs/decisions/0002). When it throws, nothing of it is visible. */
export async function computeSeason(run: Run, gameId: number): Promise<void> {
  await deleteOldGenerations(run, gameId)
  const basis = await scoreSeason(run.held, gameId)
  try {
    if (basis.rounds.length === 0) await finish(run, basis, null)
    else await publishSeason(run, basis)
  } finally {
    await dropWorkingTables(run.held, basis.rounds)
  }
}

async function deleteOldGenerations(run: Run, gameId: number): Promise<void> {
  for (const generation of await listOldGenerations(run.held, gameId)) {
    while (await takeStep(run, (tx) => deleteFromGeneration(tx, generation, batchRows)));
  }
}

/** Everything is read in one moment: raw scores, line-ups and members agree with each other. */
async function scoreSeason(held: Db, gameId: number): Promise<Basis> {
  return readConsistently(held, async () => {
    const basis = await findBasis(held, gameId)
    await createWorkingTables(held, basis.rounds)
    await copyFacts(held, basis)
    for (const round of basis.rounds) await scoreRound(held, basis, round)
    return basis
  })
}

/** How many rows of each kind a run has to publish. */
interface Ranked {
  teams: number
  members: number
}

async function publishSeason(run: Run, basis: Basis): Promise<void> {
  const ranked = await rankSeason(run.held, basis)
  run.stepsTotal = run.stepsDone + countSteps(basis, ranked)
  const now = await run.clock(run.held)
  const generation = await takeStep(run, (tx) => insertGeneration(tx, basis, now))
  await takeStep(run, (tx) => copyPoints(tx, generation))
  await copyResults(run, basis, generation)
  await copyTables(run, basis, { generation, ranked })
  await catchUpLeagues(run, { gameId: basis.gameId, generation })
  await finish(run, basis, { id: generation, rankedTeams: ranked.teams })
}

async function rankSeason(held: Db, basis: Basis): Promise<Ranked> {
  for (const round of basis.rounds) await rankRound(held, round)
  const lastRound = basis.rounds.at(-1) ?? 0
  return { teams: await placeTeams(held, lastRound), members: await placeMembers(held, lastRound) }
}

async function copyResults(run: Run, basis: Basis, generation: number): Promise<void> {
  for (const roundNumber of basis.rounds) {
    for (const ids of teamBatches(basis)) {
      await takeStep(run, (tx) => copyRoundResults(tx, { generation, roundNumber, ...ids }))
    }
  }
}

async function copyTables(
  run: Run,
  basis: Basis,
  { generation, ranked }: { generation: number; ranked: Ranked },
): Promise<void> {
  const lastRound = basis.rounds.at(-1) ?? 0
  for (const positions of batches(0, ranked.teams)) {
    await takeStep(run, (tx) => copyStandings(tx, { generation, lastRound, ...positions }))
  }
  for (const numbers of batches(0, ranked.members)) {
    await takeStep(run, (tx) => copyLeagueStandings(tx, { generation, ...numbers }))
  }
}

/** The last transaction: results, rounds, version and the run's own state change together. */
async function finish(
  run: Run,
  basis: Basis,
  generation: { id: number; rankedTeams: number } | null,
): Promise<void> {
  await run.held.transaction().execute(async (tx) => {
    const rounds = await listRoundsToCompute(tx, basis.gameId)
    if (!basis.rounds.every((round) => rounds.includes(round))) {
      throw new Error('The clock was moved back while computing.')
    }
    if (generation) await catchUpLastLeagues(tx, { gameId: basis.gameId, generation: generation.id })
    await publishGeneration(tx, { basis, generation, now: await run.clock(tx) })
    await bumpVersion(tx, 'ranking')
    const isOurs = await finishComputation(tx, { id: run.id, now: await systemClock(tx) })
    if (!isOurs) throw new Error('The computation was taken for dead and stopped.')
  })
}

function countSteps(basis: Basis, { teams, members }: Ranked): number {
  const forResults = teamBatches(basis).length * basis.rounds.length
  return 2 + forResults + batches(0, teams).length + batches(0, members).length
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

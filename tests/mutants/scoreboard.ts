import type { Mutant } from './mutant.ts'

const publishTest = 'tests/services/scoreboard/publish.test.ts'
const liveTest = 'tests/services/scoreboard/publish-live.test.ts'
const settleTest = 'tests/services/scoreboard/settle-rounds.test.ts'
const deskTest = 'tests/services/scoreboard/desk.test.ts'
const scoresTest = 'tests/services/scoreboard/scores.test.ts'
const scoreboardsTest = 'tests/services/scoreboard/scoreboards.test.ts'
const limitedTest = 'tests/services/scoreboard/limited-results.test.ts'

const publish = { file: 'app/services/scoreboard/publish.server.ts', test: publishTest }
const basis = { file: 'app/services/scoreboard/publish-basis.server.ts', test: publishTest }
const publications = { file: 'db/scoreboard/publications.server.ts', test: publishTest }
const roundScores = { file: 'db/scoreboard/round-scores.server.ts', test: publishTest }
const scores = { file: 'app/services/scoreboard/scores.server.ts', test: scoresTest }
const desk = { file: 'app/services/scoreboard/desk.server.ts', test: deskTest }
const settle = { file: 'app/services/scoreboard/settle-rounds.server.ts', test: settleTest }
const columns = { file: 'db/teams/lineup-columns.server.ts', test: settleTest }
const rounds = { file: 'db/seasons/rounds.server.ts', test: settleTest }
const limited = { file: 'app/services/scoreboard/past-results.server.ts', test: limitedTest }
const columnsCache = { file: 'app/services/scoreboard/lineup-columns-cache.server.ts', test: settleTest }

/** Changes of points and results: what is entered, stored, published and shown. */
export const scoreboard: readonly Mutant[] = [
  // Publishing.
  {
    ...publish,
    code: '    if (!coversRounds(columns, roundNumbers)) continue\n',
    change: '',
    feels: 'While the clock is set back a press ends at an error page.',
  },
  {
    ...publish,
    code: "    if (rounds.some((round) => isCovered(round.roundNumber, computed) && round.settledAt === null))\n      return 'CHANGED' as const\n",
    change: '',
    feels: 'When the clock is set back during a press, a round that is open again has results.',
  },
  {
    ...publish,
    code: "    if (!arePointsEqual(basis.rounds, computed)) return 'CHANGED' as const\n",
    change: '',
    feels: 'Points that were saved during the press are stored, and others are shown.',
  },
  {
    ...publish,
    code: '    if (!basis.isNew) return { ok: true, publication: undefined } as const\n',
    change: '',
    feels: 'Two presses at once are two versions of the results, with two mails.',
  },
  {
    ...publish,
    code: '  await replaceLive(tx, announced, published)\n',
    change: '',
    feels: 'Pages go on showing the live points over the official ones.',
  },
  {
    ...publish,
    code: 'if (rounds.length === official.length) await',
    change: 'if (rounds.length >= official.length) await',
    test: liveTest,
    feels: 'A correction of a semi-final takes the final’s live points away.',
  },
  {
    ...publish,
    code: "['game', 'ranking'] as const",
    change: "['game'] as const",
    feels: 'The ranking stays as it was before the publication.',
  },
  {
    ...publish,
    code: "  await bumpVersion(tx, 'game')\n  return findLivePublication",
    change: '  return findLivePublication',
    test: liveTest,
    feels: 'The live page shows the points before the last press.',
  },
  {
    ...basis,
    code: "  if (isOpen(round, await clock(db))) return { ok: false, problem: 'ROUND_NOT_STARTED' } as const\n",
    change: '',
    feels: 'Results are out while line-ups can still change.',
  },
  {
    ...basis,
    code: "  if (round.scoresSavedAt === null) return { ok: false, problem: 'SCORES_MISSING' } as const\n",
    change: '',
    feels: 'A press before points are saved gives every team 0.',
  },
  {
    ...basis,
    code: 'if (expectedVersion !== null && expectedVersion !== round.scoresVersion)',
    change: 'if (expectedVersion !== null && expectedVersion > round.scoresVersion)',
    feels: 'An admin publishes points of another that they have not seen.',
  },
  {
    ...basis,
    code: "  if (hasCorrection && note === null) return { ok: false, problem: 'NOTE_MISSING' }\n",
    change: '',
    feels: 'Official results change without a word.',
  },
  {
    ...basis,
    code: 'note: hasCorrection ? note : null',
    change: 'note',
    feels: 'First results are called a correction.',
  },
  {
    ...basis,
    code: '[...new Set([...(inForce?.roundNumbers ?? []), roundNumber])]',
    change: '[roundNumber]',
    feels: 'The results of the second show take the points of the first away.',
  },
  {
    ...basis,
    code: 'roundNumber])].sort((a, b) => a - b)',
    change: 'roundNumber])]',
    feels: 'Totals and movements go through the shows in the wrong order.',
  },
  {
    ...basis,
    code: "  if (isCovered(roundNumber, official)) return { ok: false, problem: 'ROUND_OFFICIAL' }\n",
    change: '',
    test: liveTest,
    feels: 'A press at the desk puts live points over official ones.',
  },
  {
    ...basis,
    code: 'mergeRounds(official, [...others, ...own])',
    change: 'mergeRounds(official, own)',
    test: liveTest,
    feels: 'Live points of one show take those of another away.',
  },
  {
    ...basis,
    code: 'if (!isCovered(roundNumber, shown) && !own.some(hasAnyPoints))',
    change: 'if (!isCovered(roundNumber, shown) && own.length === 0)',
    test: liveTest,
    feels: 'A show without any points counts as live, with everybody at 0.',
  },
  // Publications.
  {
    ...publications,
    code: "    .where('games.id', '=', gameId)\n",
    change: '',
    test: scoreboardsTest,
    feels: 'Last year’s results stand as those of this year.',
  },
  {
    ...publications,
    code: "    .where('publication_id', '=', publicationId)\n",
    change: '',
    test: liveTest,
    feels: 'Movements since the last press are reckoned from the points after it.',
  },
  {
    ...publications,
    code: "set({ publication_id: id }).where('id', '=', gameId)",
    change: 'set({ publication_id: id })',
    feels: 'This year’s results replace those of every earlier season.',
  },
  {
    ...publications,
    code: "set({ live_publication_id: id }).where('id', '=', gameId)",
    change: 'set({ live_publication_id: id })',
    test: liveTest,
    feels: 'Live points are shown in every season.',
  },
  {
    ...publications,
    code: 'return live_publication_id ?? publication_id',
    change: 'return publication_id ?? live_publication_id',
    test: liveTest,
    feels: 'Movements during a show are since the last show, not since the press before.',
  },
  // Points.
  {
    ...roundScores,
    code: "        .on('round_scores.round_number', '=', roundNumber)",
    change: '',
    feels: 'The points of one show are added to another.',
  },
  {
    ...roundScores,
    code: "    .where('entries.game_id', '=', gameId)\n",
    change: '',
    test: scoresTest,
    feels: 'The desk lists the countries of every season.',
  },
  {
    ...roundScores,
    code: "    .where('round_number', '=', roundNumber)\n    .execute()",
    change: '    .execute()',
    test: 'tests/services/accounts/account-deletion.test.ts',
    feels: 'A country with the same points in two shows has none in the second.',
  },
  {
    ...roundScores,
    code: "    .where('entry_id', 'in', entryIds)\n",
    change: '',
    test: deskTest,
    feels: 'Entering one country empties all others.',
  },
  {
    ...roundScores,
    code: "    .where('round_number', '=', round.roundNumber)\n",
    change: '',
    feels: 'Entering the points of the final deletes those of the semi-finals.',
  },
  {
    ...roundScores,
    code: "scores_version: round('scores_version', '+', 1) }))\n    .where('game_id', '=', gameId)",
    change: "scores_version: round('scores_version', '+', 1) }))",
    test: scoresTest,
    feels: 'Saving points marks the shows of other seasons as saved, and admins there are told of changes.',
  },
  {
    ...roundScores,
    code: "    .where('round_number', '=', roundNumber)\n    .returning('scores_version as version')",
    change: "    .returning('scores_version as version')",
    test: scoresTest,
    feels: 'Once one show has points, the others can be published without any.',
  },
  {
    ...roundScores,
    code: "scores_version: round('scores_version', '+', 1)",
    change: "scores_version: round('scores_version', '+', 0)",
    test: scoresTest,
    feels: 'Two admins overwrite each other’s points unseen.',
  },
  {
    ...scores,
    code: 'if (expectedVersion !== null && expectedVersion !== round.scoresVersion) {',
    change: 'if (expectedVersion !== null && expectedVersion > round.scoresVersion) {',
    feels: 'The later of two admins overwrites the points of the first unseen.',
  },
  {
    ...scores,
    code: "  if (seen.size !== scores.length) return 'ENTRY_REPEATED'\n",
    change: '',
    feels: 'A country that is sent twice has whichever points come last.',
  },
  {
    ...scores,
    code: '.filter((score) => before.get(score.entryId) !== score.points)',
    change: '',
    test: deskTest,
    feels: 'After a save every country counts as read out just now.',
  },
  {
    ...scores,
    code: '  if (live && !isPast(live)) await updateLivePublication(tx, gameId, null)\n',
    change: '',
    test: liveTest,
    feels: 'After the demo’s clock went back, points of a show to come are shown.',
  },
  {
    ...scores,
    code: '  if (!inForce || isPast(inForce)) return\n',
    change: '  if (inForce) return\n',
    test: settleTest,
    feels: 'After the demo’s clock went back, results of a show to come are out.',
  },
  // The desk.
  {
    ...desk,
    code: "    if (stored.length > 0) return { ok: false, problem: 'SCORES_CHANGED', stored }\n",
    change: '',
    feels: 'Two desks overwrite each other’s points.',
  },
  {
    ...desk,
    code: '.filter(({ entryId, to }) => storedOf(entryId) !== to)',
    change: '.filter(({ from, to }) => from !== to)',
    feels: 'Two desks that enter the same are told that they differ.',
  },
  {
    ...desk,
    code: "    if (changes.some(({ to }) => to !== null && !arePointsValid(to)))\n      return { ok: false, problem: 'POINTS_INVALID' }\n",
    change: '',
    feels: 'A slip of the finger gives a country minus one point.',
  },
  {
    ...desk,
    code: "await updateScoresSaved(tx, { gameId, roundNumber, now })\n    await bumpVersion(tx, 'game')",
    change: 'await updateScoresSaved(tx, { gameId, roundNumber, now })',
    feels: 'The desk of a second admin shows stale points.',
  },
  {
    ...desk,
    code: '    await updateScoresSaved(tx, { gameId, roundNumber, now })\n',
    change: '',
    feels: 'Points that were entered one by one cannot be published.',
  },
  {
    ...desk,
    code: '    if (round.songsBegun !== from) return { ok: true, begunAlready: round.songsBegun }\n',
    change: '',
    feels: 'A desk that is behind sets the show back by a song.',
  },
  {
    ...desk,
    code: "    if (isOpen(round, await clock(tx))) return { ok: false, problem: 'ROUND_NOT_STARTED' }\n",
    change: '',
    feels: 'A country is on stage before the show.',
  },
  {
    ...desk,
    code: "await updateSongsBegun(tx, { gameId, roundNumber, songsBegun: to })\n    await bumpVersion(tx, 'game')",
    change: 'await updateSongsBegun(tx, { gameId, roundNumber, songsBegun: to })',
    feels: 'Pages name the song before as the one on stage.',
  },
  {
    ...desk,
    code: 'return round.computedAt === null ? null :',
    change: 'return round ? null :',
    feels: 'Points of an official show change at the desk without a note.',
  },
  {
    ...desk,
    code: "const place = round.kind === 'final' ?",
    change: "const place = round.kind !== 'final' ?",
    feels: 'The desk lists a show in another order than it is sung.',
  },
  // Line-ups of closed rounds.
  {
    ...settle,
    code: '    if (isOpen(round, await clock(tx))) return false\n',
    change: '',
    feels: 'When the clock is set back during a deadline, line-ups of an open round are closed for good.',
  },
  {
    ...settle,
    code: 'if (round.settledAt === null && !isOpen',
    change: 'if (!isOpen',
    feels: 'Line-ups of a show that is over change when results come.',
  },
  {
    ...settle,
    code: 'listAbsentEntries(season, round, official)',
    change: 'listAbsentEntries(season, round, [])',
    feels: 'Countries that are out stay first in automatic line-ups of the final.',
  },
  {
    ...settle,
    code: 'orders.slice(at, at + batchSize)',
    change: 'orders.slice(0, batchSize)',
    feels: 'Only 500 automatic line-ups are put in order.',
  },
  {
    ...columns,
    code: "      .where('teams.game_id', '=', gameId)\n",
    change: '',
    feels: 'A deadline of this year changes line-ups of last year, and with them its results.',
  },
  {
    ...columns,
    code: "      .where('game_id', '=', gameId)\n",
    change: '',
    test: scoreboardsTest,
    feels: 'Teams of last year are ranked in this one.',
  },
  {
    ...rounds,
    code: "    .where('round_number', '=', roundNumber)\n    .where('settled_at', 'is', null)",
    change: "    .where('settled_at', 'is', null)",
    feels: 'With the first deadline the line-ups of all shows are closed for good.',
  },
  {
    ...rounds,
    code: ".set({ settled_at: now })\n    .where('game_id', '=', gameId)",
    change: '.set({ settled_at: now })',
    feels: 'A deadline closes the same show of every season.',
  },
  {
    ...rounds,
    code: "    .where('deadline_at', '>', now)\n",
    change: '',
    feels: 'When one deadline moves, shows that are over open again.',
  },
  {
    ...rounds,
    code: '.set({ settled_at: null, songs_begun: 0 })',
    change: '.set({ settled_at: null })',
    test: deskTest,
    feels: 'A show whose clock went back begins with its third song.',
  },
  {
    ...rounds,
    code: ".set({ songs_begun: songsBegun })\n    .where('game_id', '=', gameId)\n    .where('round_number', '=', roundNumber)",
    change: ".set({ songs_begun: songsBegun })\n    .where('game_id', '=', gameId)",
    test: deskTest,
    feels: 'A song of the semi-final counts in the final as well.',
  },
  {
    ...columnsCache,
    code: 'column.roundNumber === round.roundNumber && column.settledAt === round.settledAt',
    change: 'column.roundNumber === round.roundNumber',
    feels: 'After the clock was set back and on, line-ups count that were replaced.',
  },
  {
    ...columnsCache,
    code: 'if (isStored && isSmall) await prepare(season)',
    change: 'if (isSmall) await prepare(season)',
    test: 'tests/services/scoreboard/holders.test.ts',
    feels: 'Opening a page stores line-ups: a reader waits, and a read-only disk fails it.',
  },
  {
    ...columnsCache,
    code: '    if (columns.teamCount + newIds.length > columns.teamIds.length) return false\n',
    change: '',
    test: scoreboardsTest,
    feels: 'When a thousand join late, pages of the ranking end at an error.',
  },
  // What is shown.
  {
    file: 'app/services/scoreboard/published-results.server.ts',
    test: scoreboardsTest,
    code: 'if (changeCount === since) install',
    change: 'if (changeCount >= since) install',
    feels: 'For a moment pages go back to the results before.',
  },
  {
    ...limited,
    code: '{ ...publication, roundNumbers, note: null }',
    change: '{ ...publication, roundNumbers }',
    feels: 'The note of a correction tells a hidden result.',
  },
  {
    ...limited,
    code: 'points.filter((round) => round.roundNumber <= roundNumber)',
    change: 'points.filter((round) => round.roundNumber <= roundNumber + 1)',
    feels: 'Totals tell the next result to whoever hides it.',
  },
]

import type { Mutant } from './mutant.ts'

const log = {
  file: 'app/server/monitoring/log.server.ts',
  test: 'tests/server/monitoring/log.test.ts',
}
const health = {
  file: 'app/server/monitoring/health.server.ts',
  test: 'tests/server/monitoring/health.test.ts',
}
const disk = {
  file: 'app/server/inspect-database.server.ts',
  test: 'tests/server/network-file-system.test.ts',
}
const turns = {
  file: 'app/server/live/answer-turns.server.ts',
  test: 'tests/server/live/answer-turns.test.ts',
}

/** Changes of the log, the health page, the live page's answers, and of what pages load. */
export const server: readonly Mutant[] = [
  {
    file: 'app/server/cache/cache-rules.server.ts',
    test: 'tests/requests/api/cached-lists.test.ts',
    code: "{ path: '/api/news', topics: ['news', 'game']",
    change: "{ path: '/api/news', topics: ['game']",
    feels: 'An edited article stays old in /api/news.',
  },
  {
    file: 'app/routes/game.leagues/load.server.ts',
    test: 'tests/requests/game/rank-movement.test.ts',
    code: 'toOwnRow({ ...team, teamId: team.id }, ownStanding, isStarted)',
    change: 'toOwnRow({ ...team, teamId: team.id }, standing, isStarted)',
    feels: 'The own row beneath a page of a league moves since another instant than the rows above it.',
  },
  {
    file: 'app/http/cookies/draft-cookies.server.ts',
    test: 'tests/requests/team/left-drafts.test.ts',
    code: 'return value.startsWith(start) && value.length',
    change: 'return value.length',
    feels: "A draft of another player at the same browser, or of last season, comes back as one's own.",
  },
  {
    file: 'app/routes/game.team/route.tsx',
    test: 'tests/requests/team/left-drafts.test.ts',
    code: 'hasUnsavedTeam(draft, stored) ? endDraft : {}',
    change: 'endDraft',
    feels: 'A press in a second tab throws away what was left unsaved in the first.',
  },
  {
    ...log,
    code: '|%3f|%26|%23|%3b/i',
    change: '/i',
    feels: 'An invite whose question mark a mail program has escaped is in the log.',
  },
  {
    ...log,
    code: String.raw`/^\/+(screen|join)\//i`,
    change: String.raw`/^\/+(screen|join)\//`,
    feels: "The secret of a link that somebody typed as '/Screen/' is in the log.",
  },
  {
    ...log,
    code: 'secretPath.exec(decodeUri(path) ?? path)',
    change: 'secretPath.exec(path)',
    feels: 'The secret of a link with an escaped letter is in the log.',
  },
  {
    ...log,
    code: "error instanceof SyntaxError ? 'This text could not be parsed.' : stripQueries(error.message)",
    change: 'stripQueries(error.message)',
    feels: 'Tokens of the provider are in the log when its answer is broken.',
  },
  {
    ...log,
    code: String.raw`text.replace(/\?[^\s'")]*/g, '?…').slice(0, 2000)`,
    change: 'text.slice(0, 2000)',
    feels: 'The code of a sign-in that failed is in the log.',
  },
  {
    ...log,
    code: String.raw`
    .replace(/(?![a-z_]+(?![\w.~+/=-]))[\w.~+/=-]{20,}/g, '…')`,
    change: '',
    feels: 'A token that the provider quotes in its refusal is in the log.',
  },
  {
    ...log,
    code: 'process.stdout.writableLength > MAX_UNREAD_BYTES',
    change: 'false',
    feels: 'A reader of the log that stands still fills the memory.',
  },
  {
    ...health,
    code: 'const FAULT_WARNING_MS = 5 * 60_000',
    change: 'const FAULT_WARNING_MS = 30_000',
    feels: 'Monitoring that asks once a minute never hears of saves that failed.',
  },
  {
    ...health,
    code: '      healthState.hasUntrustedForwarding,\n',
    change: '      false,\n',
    feels: 'Nobody is told that all visitors count as one address.',
  },
  {
    file: 'app/server/monitoring/health-check.server.ts',
    test: 'tests/server/monitoring/health-check.test.ts',
    code: 'Math.max(0, startedAt + minIntervalMs - now())',
    change: '0',
    feels: 'A flood of health checks takes the time of saves.',
  },
  {
    ...disk,
    code: '  0x6969, ',
    change: '  ',
    feels: 'A database on NFS is served, and loses saves.',
  },
  {
    ...disk,
    code: ' >>> 0)',
    change: ')',
    feels: 'A database on a Windows share is served, and loses saves.',
  },
  {
    ...disk,
    code: 'existsSync(file) ? realpathSync(file) : file',
    change: 'file',
    feels: 'A database behind a link to a network disk is served, and loses saves.',
  },
  {
    ...disk,
    code: "DATABASE_ON_NETWORK === '1' ||",
    change: 'DATABASE_ON_NETWORK ||',
    feels: 'Who sets DATABASE_ON_NETWORK=0 takes the risk that they refused.',
  },
  {
    ...turns,
    code: 'isSaving() && now() - startedAt < maxWaitMs',
    change: 'false',
    feels: 'After each press at the desk saves wait for the answers of live pages.',
  },
  {
    ...turns,
    code: 'isSaving() && now() - startedAt < maxWaitMs',
    change: 'isSaving()',
    feels: 'In the rush of saves live pages stand still.',
  },
  {
    ...turns,
    code: 'isGone() ? undefined : giveWay()',
    change: 'giveWay()',
    feels: 'Those who have left the live page hold up those who watch.',
  },
  {
    file: 'app/server/live/send-live-answer.server.ts',
    test: 'tests/server/live/ask-again-header.test.ts',
    code: 'interval[after] + Math.floor(inFlight / 4)',
    change: 'interval[after]',
    feels: 'A full server is asked as often as an idle one.',
  },
  {
    file: 'app/server/live/show.server.ts',
    test: 'tests/server/live/show.test.ts',
    code: `\`\${Math.floor(when.now / rememberedMs)} \${when.timeZone}\``,
    change: `\`\${Math.floor(when.now / rememberedMs)}\``,
    feels: 'In New York the live page says what is true in Basel.',
  },
  {
    file: 'app/server/live/show.server.ts',
    test: 'tests/server/live/show.test.ts',
    code: `\`\${Math.floor(when.now / rememberedMs)} \${when.timeZone}\``,
    change: 'when.timeZone',
    feels: 'A country sings tonight until the server is started again.',
  },
  {
    file: 'app/server/load-context.server.ts',
    test: 'tests/auth/bearer.test.ts',
    code: '    if (cached !== undefined) return cached\n',
    change: '',
    feels: 'Each part of a page asks anew who visits, and two parts may disagree.',
  },
]

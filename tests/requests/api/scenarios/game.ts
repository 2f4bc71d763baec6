import type { Scenario } from './scenario.ts'

/** Players and the game. */
export const gameScenarios: readonly Scenario[] = [
  {
    name: 'everybody reads the players',
    request: 'GET /api/players',
    status: 200,
    contains: ['"playerName":"Austria"', '"playerAltName":"JJ"', '"playerValue":31'],
    lacks: ['priceTenths', 'semiFinal', '"code"'],
  },
  {
    name: 'the players are the same with a session that has ended',
    caller: 'expired',
    request: 'GET /api/players',
    status: 200,
    contains: ['"playerName":"Austria"'],
  },
  {
    name: 'a query that means nothing is ignored',
    request: 'GET /api/players?limit=x&offset=-1',
    status: 200,
    contains: ['"playerName":"Austria"'],
  },
  {
    name: 'no game has no players',
    phase: 'no game',
    request: 'GET /api/players',
    status: 404,
    errorType: 'ACTIVE_GAME_MISSING',
    lacks: ['Austria'],
  },
  {
    name: 'a manager reads the game before it begins',
    caller: 'dora',
    request: 'GET /api/game/active',
    status: 200,
    contains: [
      '"roundTitle":"First semi-final"',
      '"deadline":"2025-05-13T19:00:00.000Z"',
      '"lineupPositionPercentages":[100,85,85,70,70,70]',
      '"afterFirstRoundStarted":false',
    ],
  },
  {
    name: 'between the semi-finals the first round has started',
    phase: 'between',
    caller: 'anna',
    request: 'GET /api/game/active',
    status: 200,
    contains: ['"afterFirstRoundStarted":true', '"afterFinalRoundStarted":false'],
  },
  {
    name: 'after the final all have started',
    phase: 'after',
    caller: 'ada',
    request: 'GET /api/game/active',
    status: 200,
    contains: ['"afterFirstRoundStarted":true', '"afterFinalRoundStarted":true'],
  },
  {
    name: 'a stranger does not read the game',
    request: 'GET /api/game/active',
    status: 401,
    errorType: 'UNAUTHENTICATED',
    lacks: ['rounds'],
  },
  {
    name: 'a session that has ended reads no game',
    caller: 'expired',
    request: 'GET /api/game/active',
    status: 401,
    errorType: 'UNAUTHENTICATED',
  },
]

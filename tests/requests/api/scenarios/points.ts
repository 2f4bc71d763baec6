import { nameOf } from '#tests/support/api-world.ts'
import { firstDeadline } from '#tests/support/game-steps.ts'
import { each, type Scenario } from './scenario.ts'

const mine = (round: number | string) => `GET /api/teams/mine/points/round/${round}`
const annas = (round: number | string) => `GET /api/teams/{anna}/points/round/${round}`
const computed = ['"gameRound":1', /"playerScores":\[\d/, /"playerPoints":\[\d/, /"roundRank":\d/, 'Greece']

/** Points of teams. */
export const pointScenarios: readonly Scenario[] = [
  {
    name: 'the own points of the last round are told once it is computed',
    phase: 'between',
    caller: 'anna',
    request: mine('last'),
    status: 200,
    contains: [...computed, '"teamName":"Team of anna"'],
    lacks: [/Manager behind/],
  },
  {
    name: 'the last round after the final is the final, without points until it is computed',
    phase: 'after',
    caller: 'anna',
    request: mine('last'),
    status: 200,
    contains: ['"gameRound":3', '"roundRank":null,"roundScore":null', '"playerScores":[null,null'],
  },
  {
    name: 'the own points of a round',
    phase: 'between',
    caller: 'anna',
    request: mine(1),
    status: 200,
    contains: computed,
  },
  {
    name: 'anybody with an account reads the last points of a team',
    phase: 'between',
    caller: 'dora',
    request: annas('last'),
    status: 200,
    contains: computed,
    lacks: [nameOf('anna')],
  },
  {
    name: 'anybody with an account reads the points of a team in a round',
    phase: 'between',
    caller: 'carla',
    request: annas(1),
    status: 200,
    contains: computed,
    lacks: [nameOf('anna'), 'managerName'],
  },
  ...each([mine('last'), annas('last')], (request) => ({
    name: `before the first deadline there is no last round: ${request}`,
    caller: 'bjorn',
    request,
    status: 404,
    errorType: 'MOST_RECENT_ROUND_MISSING',
    lacks: ['Greece', 'playerId'],
  })),
  ...each([mine(1), mine(3), annas(1), annas(2)], (request) => ({
    name: `before its deadline no round tells anything: ${request}`,
    caller: 'bjorn',
    request,
    status: 409,
    errorType: 'ROUND_NOT_STARTED',
    lacks: ['playerId', 'Greece', 'Team of'],
  })),
  {
    name: 'in the last millisecond before the deadline a line-up is still nobody’s',
    at: '2025-05-13T18:59:59.999Z',
    caller: 'bjorn',
    request: annas(1),
    status: 409,
    errorType: 'ROUND_NOT_STARTED',
    lacks: ['playerId'],
  },
  {
    name: 'at the deadline a line-up is told, without points',
    at: firstDeadline,
    caller: 'bjorn',
    request: annas(1),
    status: 200,
    contains: ['Greece', '"roundScore":null'],
    lacks: [nameOf('anna')],
  },
  {
    name: 'between the semi-finals the second is still closed, for the owner too',
    phase: 'between',
    caller: 'anna',
    request: annas(2),
    status: 409,
    errorType: 'ROUND_NOT_STARTED',
    lacks: ['playerId'],
  },
  ...each([mine(4), mine(0), annas(4), annas(999_999_999_999_999)], (request) => ({
    name: `a round that the game does not have: ${request}`,
    phase: 'between',
    caller: 'anna',
    request,
    status: 404,
    errorType: 'ROUND_MISSING',
  })),
  ...each([mine('last'), mine(1)], (request) => ({
    name: `without a team there are no own points: ${request}`,
    phase: 'between',
    caller: 'dora',
    request,
    status: 404,
    errorType: 'TEAM_MISSING',
  })),
  ...each(['last', '1'], (round) => ({
    name: `a team that does not exist has no points in round ${round}`,
    phase: 'between',
    caller: 'anna',
    request: `GET /api/teams/4711/points/round/${round}`,
    status: 404,
    errorType: 'TEAM_MISSING',
  })),
  ...each([mine('last'), mine(1), annas('last'), annas(1)], (request) => ({
    name: `a stranger reads no points: ${request}`,
    phase: 'between',
    request,
    status: 401,
    errorType: 'UNAUTHENTICATED',
    lacks: ['Greece'],
  })),
]

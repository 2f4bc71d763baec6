import type { ErrorType } from '#app/game/errors/errors.ts'
import type { ApiWorld, Caller, Phase } from '#tests/support/api-world.ts'

/** Values for a body: ids by name, playerIds by code. */
export type ScenarioIds = Pick<ApiWorld, 'id' | 'players'>

/** One API request and its expected result, in the style of PocketBase's API tests. */
export interface Scenario {
  name: string
  /** The manager whose session is sent; none by default. */
  caller?: Caller
  /** Claims and manipulation of an access token that is sent. */
  bearer?: Parameters<ApiWorld['provider']['idToken']>
  /** Default: before the first deadline. */
  phase?: Phase
  /** The instant of game time, within the phase. */
  at?: string
  /** Method, path and query; `{anna}` is her team's id, `{sofa}` the league's, `{AT}` the country's. */
  request: string
  body?: (known: ScenarioIds) => unknown
  /** A body sent as it is. */
  raw?: string | Uint8Array
  headers?: Record<string, string>
  status: number
  errorType?: ErrorType
  /** Of VALIDATION_FAILED: the fields it names. */
  fields?: readonly string[]
  contains?: readonly (string | RegExp)[]
  lacks?: readonly (string | RegExp)[]
  /** The changed tables; none by default. */
  changes?: readonly string[]
}

/** The same scenario for several inputs. */
export function each<Input>(inputs: readonly Input[], toScenario: (input: Input) => Scenario): Scenario[] {
  return inputs.map(toScenario)
}

/** 'players.0' to 'players.5': a complaint about each of six. */
export const eachPlayerField = [0, 1, 2, 3, 4, 5].map((at) => `players.${at}`)
